// The page with the contents of a game's box. How a title draws its pieces is in games/<title>/library.
// May import: api, browser, games, i18n, ui/controls, ui/pieces.
export {};
