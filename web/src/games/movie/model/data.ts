// What the server tells of the Movie game beside its view: the box, scores term by term, previews.
import type { Sentence } from '../protocol';

export interface Term {
  space: string;
  tile: string;
  counts: number;
  turned: boolean; // Treachery turns it face down
}

export interface FigureScore {
  seat: number;
  kind: string;
  space: string;
  row: Term[];
  column: Term[];
  cut_off: { space: string; tile: string }[];
  sum: number;
  diamonds: number;
  horns: string[];
  points: number;
}

export interface Change {
  before: FigureScore | null;
  after: FigureScore;
}

/** What one answer would bring, in points alone. */
export interface Glance {
  action: string;
  points: number | null; // of a figure that is placed or moves
  seats: number[]; // what each gains or loses
}

export interface ActResult {
  act: number;
  figures: FigureScore[];
  points: number[];
  cashed: number[];
  saga: number[];
}

export interface Ending {
  saga: number;
  tied: number[];
  unused: number[];
  winners: number[];
}

export interface Scores {
  saga: number[];
  acts: ActResult[];
  figures: FigureScore[];
  ending: Ending | null;
}

export interface SpaceShape {
  space: string;
  column: number;
  row: number;
  gorge: boolean;
}

export interface BoardShape {
  act: number;
  columns: number;
  rows: number;
  spaces: SpaceShape[];
}

export interface Box {
  title: string;
  saga_points: number;
  hand: number; // tiles of an opening hand
  figures: { kind: string; diamonds: number; count: number; returns: boolean }[];
  boards: BoardShape[];
  tiles: { tile: string; act: number; name: Sentence; count: number; rule: string }[];
}

export interface FigurePiece {
  seat: number;
  kind: string;
}

/** What stands or lies on a space. */
export type Piece = { figure: FigurePiece; tile?: undefined } | { tile: string; figure?: undefined };
export type Pieces = Map<string, Piece>;

export function gain(change: Change): number {
  return change.after.points - (change.before?.points ?? 0);
}

export function sumOf(figures: FigureScore[], seat: number): number {
  return figures.reduce((sum, one) => sum + (one.seat === seat ? one.points : 0), 0);
}
