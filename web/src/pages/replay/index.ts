// The replay of a game: player, timeline, viewpoint, export, what-if. How a title draws a moment is in
// games/<title>/ReplayParts.svelte.
// May import: a11y, api, browser, games, i18n, table/log, ui/controls, ui/pieces.
export {};
