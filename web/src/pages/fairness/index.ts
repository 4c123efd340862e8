// The page that checks the draws of a finished game in the browser. docs/fairness.md describes the proof.
// May import: api, browser, i18n, ui/controls, ui/pieces.
export {};
