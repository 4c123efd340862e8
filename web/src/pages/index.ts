// Shared by all pages: caching them for use without a connection. Each page has a folder of its own.
// May import: api, games, i18n.
export {};
