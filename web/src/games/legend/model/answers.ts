// Answers to the queries of the Legend, by the name of the query.
export type { LegendQueryAnswers as LegendAnswers, LegendRiskOdds as RiskOdds } from '../../../protocol';
