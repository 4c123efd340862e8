// Types of the Legend's final score, term by term, as the server sends it.
export type { LegendFinalScores as FinalScores, LegendScore as ScoreLine, LegendScoreTally as PlayerScore } from '../../../protocol';
