// Types of the Movie's box, and of the pieces on a board.
import type { Sentence } from '../../../protocol';

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
