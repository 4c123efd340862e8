// All pieces in all sizes and both themes, for looking and for layout tests. How a title draws its pieces is in
// games/<title>/library.
// May import: games, i18n, ui/controls, ui/kit, ui/pieces.
export {};
