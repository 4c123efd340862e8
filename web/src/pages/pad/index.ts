// The score pad for owners of the printed games: its frame, storage and scoring by the server. The state of a title's pad
// is in games/<title>/pad.
// May import: api, browser, games, i18n, ui/controls, ui/pieces.
export {};
