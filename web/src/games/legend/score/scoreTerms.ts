// How a game of the Legend is scored, term by term, as the server tells it.
export interface Tally {
  fame: number[];
  alliance_fame: number[];
  treasure: number[];
  alliance_treasure: number[];
  misfortunes: number;
  wounds: number;
  double_wounds: number;
}

export interface Line {
  tally: Tally;
  fame: number;
  alliance_fame: number;
  treasure: number;
  alliance_treasure: number;
  misfortunes: number;
  wounds: number;
  wound_points: number;
  treasure_counts: boolean;
  fallen: boolean;
}

export interface Final {
  scores: Line[];
  places: number[];
  winners: number[];
}
