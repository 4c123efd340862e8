// Use without a connection: registers the service worker and loads what it must cache. The worker itself is
// public/sw.js; no page belongs here.
// May import: api, games, i18n.
export {};
