// The button and the panel with a bot's best actions. The server computes them; nothing here knows a rule.
// May import: api, i18n, ui/pieces, ui/rules.
export {};
