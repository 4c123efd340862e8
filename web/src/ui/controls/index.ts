// Controls that pages and tables share: sheets, dialogs, toggles, page header, preferences. Nothing here talks to the
// server about a table.
// May import: a11y, browser, i18n, ui/pieces.
export {};
