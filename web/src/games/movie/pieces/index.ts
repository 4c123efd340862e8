// The drawn pieces of the title, each as one component. They render their props and know no table.
// May import: i18n, model, ui/motion, ui/pieces.
export {};
