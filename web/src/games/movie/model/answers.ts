// Answers to the queries of the Movie, by the name of the query, and their parts: scores term by term, previews.
import type { MovieChange as Change, MovieScoresAnswer } from '../../../protocol';

export type {
  MovieActResult as ActResult, MovieActionPreview as PointsPreview, MovieChange as Change, MovieEnding as SagaResult, MovieFigureScore as FigureScore,
  MovieQueryAnswers as MovieAnswers, MovieTerm as Term,
} from '../../../protocol';
export type Scores = Omit<MovieScoresAnswer, 'what' | 'told'>;

export function pointsGained(change: Change): number {
  return change.after.points - (change.before?.points ?? 0);
}
