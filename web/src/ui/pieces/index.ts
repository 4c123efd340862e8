// Small drawn parts that every page uses: badges, icons, numerals, the wordmark. They render their props and handle
// no events.
// May import: i18n.
export {};
