// Everything around the board: tray, players, previews, explanations. The board itself is in board.
// May import: a11y, a11y/keys, board, browser, i18n, model, pieces, table/hints, table/log, ui/controls,
// ui/motion, ui/pieces, ui/rules.
export {};
