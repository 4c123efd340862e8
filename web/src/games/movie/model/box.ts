// Types of the Movie's box and of answers to its queries: scores term by term, previews.
import type { MovieChange as Change, MovieFigureScore as FigureScore, MovieScoresAnswer, Sentence } from '../../../protocol';

export type {
  MovieActResult as ActResult, MovieActionPreview as PointsPreview, MovieChange as Change, MovieEnding as SagaResult, MovieFigureScore as FigureScore, MovieTerm as Term,
} from '../../../protocol';
export type Scores = Omit<MovieScoresAnswer, 'what' | 'told'>;

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

/** A figure or a tile on a space. */
export type Piece = { figure: FigurePiece; tile?: undefined } | { tile: string; figure?: undefined };
export type Pieces = Map<string, Piece>;

export function pointsGained(change: Change): number {
  return change.after.points - (change.before?.points ?? 0);
}

export function totalPoints(figures: FigureScore[], seat: number): number {
  return figures.reduce((sum, figure) => sum + (figure.seat === seat ? figure.points : 0), 0);
}
