// Answers to the queries of the Movie, by the name of the query.
export type { MovieQueryAnswers as MovieAnswers } from '../../../protocol';
