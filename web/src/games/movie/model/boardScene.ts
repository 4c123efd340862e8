// What a board shows at one moment: the pieces as they would lie after what is aimed at, and every sign on them.
import type { MovieSeen, MovieView } from '../protocol';
import { gain, type BoardShape, type FigureScore, type Piece, type Pieces } from './data';
import { readMove } from './notation';
import type { Turn } from './turn.svelte';

export interface Scene {
  shape: BoardShape;
  pieces: Pieces;
  lent: Map<string, number>; // diamonds by Horns
  tags: Map<string, number>; // what a figure would score now
  legal: Set<string>;
  picks: Set<string>; // pieces that may be chosen
  ghosts: Map<string, number>;
  aims: string[];
  beam: string | null; // where light goes out from
  beyond: FigureScore | null; // whose terms are summed up where the light leaves the picture
  changes: Map<string, [number, number]>; // before and after
  last: Set<string>;
  dim: Set<string>;
  threatened: Set<string>;
  turned: Set<string>; // boons that a Treachery has turned over, in the order of their turning
  verbs: Map<string, string>; // an icon on a chosen space
  walk: [string, string] | null;
  faded: Set<string>;
}

export function emptyScene(shape: BoardShape, pieces: Pieces = new Map()): Scene {
  return {
    shape, pieces, lent: new Map(), tags: new Map(), legal: new Set(), picks: new Set(), ghosts: new Map(), aims: [], beam: null,
    beyond: null, changes: new Map(), last: new Set(), dim: new Set(), threatened: new Set(), turned: new Set(), verbs: new Map(), walk: null, faded: new Set(),
  };
}

// Equal pieces are one object, so that nothing is drawn again that has not changed.
const tiles = new Map<string, Piece>();
const figures = new Map<string, Piece>();

export function tilePiece(tile: string): Piece {
  const kept = tiles.get(tile) ?? { tile };
  tiles.set(tile, kept);
  return kept;
}

export function figurePiece(seat: number, kind: string): Piece {
  const kept = figures.get(`${seat} ${kind}`) ?? { figure: { seat, kind } };
  figures.set(`${seat} ${kind}`, kept);
  return kept;
}

/** The spaces of the latest move of anyone in an act. */
export function lastSpaces(entries: MovieSeen[], act: number): Set<string> {
  const spaces = new Set<string>();
  for (let n = entries.length - 1; n >= 0; n--) {
    const entry = entries[n]!;
    if (entry.act !== act || (spaces.size && entry.seat !== entries[n + 1]?.seat)) break;
    if (entry.seat < 0 || entry.action === '?' || entry.action === 'skip') {
      if (spaces.size) break;
      continue;
    }
    const move = readMove(entry.action);
    if ('space' in move) spaces.add(move.space);
    if ('from' in move) spaces.add(move.from);
  }
  return spaces;
}

export function piecesOf(view: MovieView): Pieces {
  const pieces: Pieces = new Map();
  for (const { space, tile } of view.tiles) pieces.set(space, tilePiece(tile));
  for (const { space, seat, kind } of view.figures) pieces.set(space, figurePiece(seat, kind));
  return pieces;
}

/** Signs that belong to figures as they stand: lent diamonds, points, and boons that a Treachery will turn. */
export function markFigures(scene: Scene, figures: FigureScore[]): void {
  for (const one of figures) {
    const figure = scene.pieces.get(one.space)?.figure;
    if (figure?.seat !== one.seat || figure.kind !== one.kind) continue; // told of another moment
    scene.lent.set(one.space, one.horns.length);
    scene.tags.set(one.space, one.points);
    for (const term of [...one.row, ...one.column]) {
      if (term.turned && scene.pieces.get(term.space)?.tile === term.tile) scene.threatened.add(term.space);
    }
  }
}

export function sceneOf(turn: Turn, last: Set<string>): Scene {
  const view = turn.view!;
  const scene = emptyScene(turn.shape, piecesOf(view));
  scene.last = last;
  markFigures(scene, turn.standing);
  for (const space of turn.starts) scene.picks.add(space);
  for (const [space, actions] of turn.targets) {
    if (scene.pieces.has(space)) scene.picks.add(space);
    else scene.legal.add(space);
    const points = turn.glance(actions.at(-1))?.points;
    if (points != null) scene.ghosts.set(space, points);
  }
  if (turn.question === 'remove' || turn.starts.size) dimOthers(scene, view.placed);
  if (turn.from !== null) {
    if (turn.aim === null) scene.aims.push(turn.from);
  }
  if (turn.complaint?.space) scene.verbs.set(turn.complaint.space, 'cross'); // what was tried
  if (turn.aim !== null) aimAt(scene, turn, turn.aim);
  else if (turn.looking !== null && turn.figureOn(turn.looking)) {
    scene.aims.push(turn.looking);
    scene.beam = turn.looking;
    scene.beyond = turn.figureOn(turn.looking);
  }
  return scene;
}

function dimOthers(scene: Scene, placed: string | null): void {
  for (const space of scene.pieces.keys()) if (!scene.picks.has(space) && space !== placed) scene.dim.add(space);
  for (const one of scene.shape.spaces) if (one.gorge) scene.dim.add(one.space);
}

/** Lay the pieces as they would lie then. */
function aimAt(scene: Scene, turn: Turn, aim: string): void {
  const view = turn.view!;
  const move = readMove(turn.targets.get(aim)!.at(-1)!);
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
      const other = turn.from ?? view.chosen;
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
  showChanges(scene, turn);
}

function showChanges(scene: Scene, turn: Turn): void {
  for (const change of turn.preview ?? []) {
    const { after, before } = change;
    scene.dim.delete(after.space);
    const isNew = before?.space !== after.space;
    if (gain(change) && !isNew) scene.changes.set(after.space, [before!.points, after.points]);
    if (isNew) scene.beyond = after;
  }
  markFigures(scene, (turn.preview ?? []).map((change) => change.after));
}
