// Scores in play and at the end of a game. Points come from the server; nothing here counts by rule.
// May import: api, board, i18n, model, panels, pieces, table/log, ui/kit, ui/motion, ui/pieces, ui/rules.
export {};
