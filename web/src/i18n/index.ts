// Messages of the page's language: loading catalogues, formatting sentences, names of seats, durations, hyphenation.
// No component and no request to the API belongs here.
// May import: browser.
export {};
