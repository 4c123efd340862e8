// Pieces for reading: contents of the box, examples of rules, the gallery. Components of the table are in board and
// panels.
// May import: games/<title>, board, i18n, model, pages/pad, pieces, ui/pieces, ui/rules.
export {};
