// The first page and the page for a new table. Joining and playing are in table.
// May import: api, browser, games, i18n, table, ui/controls, ui/kit, ui/pieces, ui/rules.
export {};
