// The menu of a table: actions of players and of the host, notifications. Controls that are always visible are in
// table/frame.
// May import: api, browser, i18n, ui/controls, ui/pieces.
export {};
