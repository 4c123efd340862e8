// The score pad of the title: editor, print sheet, result, link text. The frame of every pad is in
// pages/pad.
// May import: games/<title>, api, board, i18n, model, panels, pieces, pages/pad, score, ui/controls, ui/pieces.
export {};
