// Types of the Movie's box and of answers to its queries: scores term by term, previews.
import type { MovieBoxBoard, MovieChange as Change, MovieScoresAnswer } from '../../../protocol';

export type {
  MovieActResult as ActResult, MovieBoxContents as Box, MovieBoxSpace as SpaceShape, MovieActionPreview as PointsPreview, MovieChange as Change, MovieEnding as SagaResult, MovieFigureScore as FigureScore, MovieTerm as Term,
} from '../../../protocol';
export type Scores = Omit<MovieScoresAnswer, 'what' | 'told'>;

export type BoardShape = Omit<MovieBoxBoard, 'source'>;

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
