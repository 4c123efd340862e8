// Access without sight or mouse: the announcer and its live region, keyboard shortcuts, focus. Its components for
// keyboard users are in a11y/keys.
// May import: api, browser, i18n.
export {};
