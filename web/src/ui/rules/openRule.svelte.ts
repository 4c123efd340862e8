// The rule that is open over the page.

export const openRule: { rule: string | null } = $state({ rule: null });

/** Split a text at its rule numbers; every second part is one. */
export function splitAtRules(text: string): string[] {
  return text.split(/(?<![\p{L}\d])([A-Z]\d{1,2}\.\d{1,2})(?![\d])/u);
}
