// Types of the Movie's box, and of the pieces on a board.
import type { MovieBoxBoard } from '../../../protocol';

export type { MovieBoxContents as Box, MovieBoxSpace as SpaceShape } from '../../../protocol';
export type BoardShape = Omit<MovieBoxBoard, 'source'>;

export interface FigurePiece {
  seat: number;
  kind: string;
}

/** A figure or a tile on a space. */
export type Piece = { figure: FigurePiece; tile?: undefined } | { tile: string; figure?: undefined };
export type Pieces = Map<string, Piece>;
