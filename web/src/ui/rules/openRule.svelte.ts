// The rule that someone asks about: it is shown over whatever the page shows, and nothing is lost below it.

export const asked: { rule: string | null } = $state({ rule: null });

/** A text cut at the numbers of rules: every second part is one. */
export function cutAtRules(text: string): string[] {
  return text.split(/(?<![\p{L}\d])([A-Z]\d{1,2}\.\d{1,2})(?![\d])/u);
}
