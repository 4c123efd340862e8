// The page about the project, its licence and privacy. Nothing else.
// May import: api, games, i18n, ui/controls.
export {};
