// Answers to the queries of the Movie, by the name of the query, and their parts: scores term by term, previews.
import type { MovieChange as Change, MovieFigureScore as FigureScore, MovieScoresAnswer } from '../../../protocol';

export type {
  MovieActResult as ActResult, MovieActionPreview as PointsPreview, MovieChange as Change, MovieEnding as SagaResult, MovieFigureScore as FigureScore,
  MovieQueryAnswers as MovieAnswers, MovieTerm as Term,
} from '../../../protocol';
export type Scores = Omit<MovieScoresAnswer, 'what' | 'told'>;

export function pointsGained(change: Change): number {
  return change.after.points - (change.before?.points ?? 0);
}

export function totalPoints(figures: FigureScore[], seat: number): number {
  return figures.reduce((sum, figure) => sum + (figure.seat === seat ? figure.points : 0), 0);
}
