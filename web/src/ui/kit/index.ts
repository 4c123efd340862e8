// The style sheets, the colours and the sprites of all pages. Components with behaviour belong to the other rooms of
// ui.
// May import: nothing.
export {};
