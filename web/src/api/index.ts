// The client of the server: HTTP requests, the live table over a socket, taking a seat, downloads. Nothing here
// draws, and nothing knows a title.
// May import: browser, i18n, ui/motion.
export {};
