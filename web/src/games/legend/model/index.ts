// State and text of the title without drawing: box, names, the draft of a move, prompts. No component belongs here,
// and no rule that the server can answer.
// May import: api, browser, i18n, ui/motion.
export {};
