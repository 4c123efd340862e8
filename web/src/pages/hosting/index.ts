// The page with the server's metrics for the person who hosts it. No player's name belongs here.
// May import: api, i18n, ui/controls, ui/pieces.
export {};
