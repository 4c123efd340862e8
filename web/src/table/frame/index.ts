// The frame of every table: header with the prompt, connection status, clocks, votes, undo, sounds.
// Nothing here knows a title.
// May import: a11y, api, browser, i18n, table/log, ui/controls, ui/motion, ui/pieces, ui/rules.
export {};
