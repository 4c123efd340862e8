// Rule numbers in text as links, and the rule that is open over the page. The text of the rules is shown by
// pages/rules.
// May import: browser, games, i18n.
export {};
