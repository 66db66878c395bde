import { endpoint } from '../endpoint.ts';
import { businessDay, id, list, paged } from '../fields/fields.ts';
import { goal } from '../goals/goals.ts';
import { explainAnswer, explainedEvent } from './calls.ts';

/** The orders that the progress of an own goal consists of, at the end of `day` or now. */
export const explainGoal = endpoint('GET', '/api/creator/explain-goal', {
  access: 'creator',
  query: paged({ goal_id: id, day: businessDay.optional() }),
  answer: explainAnswer.omit({ figure: true }).extend({ goal }),
  reads: ['goals', 'orders'],
});

/** The events of an own goal, also of a deleted one, newest first. */
export const getGoalHistory = endpoint('GET', '/api/creator/goal-history', {
  access: 'creator',
  query: paged({ goal_id: id }),
  answer: list(explainedEvent),
  reads: ['goals'],
});
