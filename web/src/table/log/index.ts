// The game log, the chat and the bar for looking back at earlier moves. The replay of a whole game is pages/replay.
// May import: api, games, i18n, ui/controls, ui/pieces, ui/rules.
export {};
