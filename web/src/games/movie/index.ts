// The entrances of the title: table, replay, card art, pointer targets. Parts of the table are in its rooms.
// May import: a11y, api, board, i18n, model, pages/replay, panels, pieces, table/frame, table/hints,
// table/log, ui/controls, ui/motion, ui/pieces.
export {};
