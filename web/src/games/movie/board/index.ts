// The centre of the table, and pieces that move on it. The panels around it are in panels.
// May import: a11y, i18n, model, pieces, ui/motion, ui/pieces, ui/rules.
export {};
