// Everything that a board shows at one moment: the pieces after the selected move, and all marks on them.
import type { MovieLogEntry, MovieView } from '../../../protocol';
import { pointsGained, type FigureScore } from './answers';
import type { BoardShape, Piece, Pieces } from './box';
import { parseMove } from './notation';
import type { MoveDraft } from './moveDraft.svelte';

export interface BoardScene {
  shape: BoardShape;
  pieces: Pieces;
  lent: Map<string, number>; // diamonds lent by Horns
  tags: Map<string, number>; // points that a figure would score now
  legal: Set<string>;
  picks: Set<string>; // pieces that may be chosen
  ghosts: Map<string, number>; // points that a figure would score on an open space
  aims: string[]; // selected spaces
  beam: string | null; // start of the highlighted lines
  beyond: FigureScore | null; // the figure whose terms outside the window are summed up
  changes: Map<string, [number, number]>; // before and after
  last: Set<string>; // spaces of the last move
  dim: Set<string>;
  threatened: Set<string>; // boons that a Treachery will turn over
  turned: Set<string>; // boons that a Treachery has turned over, in order
  verbs: Map<string, string>; // icon on a selected space
  walk: [string, string] | null; // from and to
  faded: Set<string>; // pieces that the move removes
}

export function emptyScene(shape: BoardShape, pieces: Pieces = new Map()): BoardScene {
  return {
    shape, pieces, lent: new Map(), tags: new Map(), legal: new Set(), picks: new Set(), ghosts: new Map(), aims: [], beam: null,
    beyond: null, changes: new Map(), last: new Set(), dim: new Set(), threatened: new Set(), turned: new Set(), verbs: new Map(), walk: null, faded: new Set(),
  };
}

// Equal pieces are identical objects, so that unchanged spaces are not rendered again.
const tiles = new Map<string, Piece>();
const figures = new Map<string, Piece>();

export function tilePiece(tile: string): Piece {
  const cached = tiles.get(tile) ?? { tile };
  tiles.set(tile, cached);
  return cached;
}

export function figurePiece(seat: number, kind: string): Piece {
  const cached = figures.get(`${seat} ${kind}`) ?? { figure: { seat, kind } };
  figures.set(`${seat} ${kind}`, cached);
  return cached;
}

/** Return the spaces of the last move in an act. */
export function lastSpaces(entries: MovieLogEntry[], act: number): Set<string> {
  const spaces = new Set<string>();
  for (let n = entries.length - 1; n >= 0; n--) {
    const entry = entries[n]!;
    if (entry.act !== act || (spaces.size && entry.seat !== entries[n + 1]?.seat)) break;
    if (entry.seat < 0 || entry.action === '?' || entry.action === 'skip') {
      if (spaces.size) break;
      continue;
    }
    const move = parseMove(entry.action);
    if ('space' in move) spaces.add(move.space);
    if ('from' in move) spaces.add(move.from);
  }
  return spaces;
}

export function piecesOf(view: Pick<MovieView, 'figures' | 'tiles'>): Pieces {
  const pieces: Pieces = new Map();
  for (const { space, tile } of view.tiles) pieces.set(space, tilePiece(tile));
  for (const { space, seat, kind } of view.figures) pieces.set(space, figurePiece(seat, kind));
  return pieces;
}

/** Mark figures with lent diamonds and points, and the boons that a Treachery will turn. */
export function markFigures(scene: BoardScene, figures: FigureScore[]): void {
  for (const score of figures) {
    const figure = scene.pieces.get(score.space)?.figure;
    if (figure?.seat !== score.seat || figure.kind !== score.kind) continue; // scores of another moment
    scene.lent.set(score.space, score.horns.length);
    scene.tags.set(score.space, score.points);
    for (const term of [...score.row, ...score.column]) {
      if (term.turned && scene.pieces.get(term.space)?.tile === term.tile) scene.threatened.add(term.space);
    }
  }
}

export function buildScene(draft: MoveDraft, last: Set<string>): BoardScene {
  const view = draft.view!;
  const scene = emptyScene(draft.shape, piecesOf(view));
  scene.last = last;
  markFigures(scene, draft.figureScores);
  for (const space of draft.firstSpaces) scene.picks.add(space);
  for (const [space, actions] of draft.targets) {
    if (scene.pieces.has(space)) scene.picks.add(space);
    else scene.legal.add(space);
    const points = draft.pointsPreview(actions.at(-1))?.points;
    if (points != null) scene.ghosts.set(space, points);
  }
  if (draft.question === 'remove' || draft.firstSpaces.size) dimOthers(scene, view.placed);
  if (draft.from !== null) {
    if (draft.aim === null) scene.aims.push(draft.from);
  }
  if (draft.refusal?.space) scene.verbs.set(draft.refusal.space, 'cross'); // the refused target
  if (draft.aim !== null) aimAt(scene, draft, draft.aim);
  else if (draft.inspected !== null && draft.figureOn(draft.inspected)) {
    scene.aims.push(draft.inspected);
    scene.beam = draft.inspected;
    scene.beyond = draft.figureOn(draft.inspected);
  }
  return scene;
}

function dimOthers(scene: BoardScene, placed: string | null): void {
  for (const space of scene.pieces.keys()) if (!scene.picks.has(space) && space !== placed) scene.dim.add(space);
  for (const space of scene.shape.spaces) if (space.gorge) scene.dim.add(space.space);
}

/** Place the pieces as they would lie after the selected move. */
function aimAt(scene: BoardScene, draft: MoveDraft, aim: string): void {
  const view = draft.view!;
  const move = parseMove(draft.targets.get(aim)!.at(-1)!);
  const piece = (space: string): Piece => scene.pieces.get(space)!;
  scene.aims.push(aim);
  scene.beam = aim;
  switch (move.is) {
    case 'figure':
      scene.pieces.set(aim, figurePiece(view.seat!, move.piece));
      break;
    case 'tile':
      scene.pieces.set(aim, tilePiece(move.piece));
      break;
    case 'counsel':
      scene.pieces.set(aim, piece(move.from));
      scene.pieces.set(move.from, tilePiece(move.piece));
      scene.walk = [move.from, aim];
      break;
    case 'remove':
      scene.faded.add(aim);
      scene.verbs.set(aim, 'cross');
      scene.beam = null;
      break;
    case 'swap':
    case 'with': {
      const other = draft.from ?? view.chosen;
      if (other !== null) {
        const here = piece(aim);
        scene.pieces.set(aim, piece(other));
        scene.pieces.set(other, here);
        scene.aims.push(other);
        scene.verbs.set(aim, 'swap').set(other, 'swap');
      }
      scene.beam = null;
    }
  }
  showChanges(scene, draft);
}

function showChanges(scene: BoardScene, draft: MoveDraft): void {
  for (const change of draft.preview ?? []) {
    const { after, before } = change;
    scene.dim.delete(after.space);
    const isNew = before?.space !== after.space;
    if (pointsGained(change) && !isNew) scene.changes.set(after.space, [before!.points, after.points]);
    if (isNew) scene.beyond = after;
  }
  markFigures(scene, (draft.preview ?? []).map((change) => change.after));
}
