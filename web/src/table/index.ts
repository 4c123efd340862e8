// A table by its address: joining, waiting for players, playing, sharing one screen. The boards are in games/<title>.
// May import: api, browser, games, i18n, table/frame, table/log, table/menu, ui/controls, ui/kit, ui/motion,
// ui/pieces.
export {};
