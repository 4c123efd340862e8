// The road of episodes: track, map, cards and scenes. The current episode at the table is in board.
// May import: a11y, i18n, model, pieces, ui/kit, ui/motion, ui/pieces.
export {};
