// The interactive lesson: steps, coach and pointer. Where an action is given on a board is in
// games/<title>/pointerTargets.ts.
// May import: api, browser, games, i18n, ui/pieces.
export {};
