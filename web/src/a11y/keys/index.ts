// The list of keyboard shortcuts and the line for typing an action in the notation. Handling keys is the task of
// a11y/keyboard.ts.
// May import: api, browser, i18n, ui/controls, ui/pieces, ui/rules.
export {};
