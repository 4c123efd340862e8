// The rulebook with search and examples, and one rule over the page. Links to a rule are in ui/rules.
// May import: api, browser, games, i18n, ui/controls, ui/pieces, ui/rules.
export {};
