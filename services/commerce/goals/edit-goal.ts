import { isDeepStrictEqual } from 'node:util';
import type { GoalCounting, GoalTerms } from '#events/goals.ts';
import type { UserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { GOAL_TYPE } from '#events/status.ts';
import { goalCountingStream, goalStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { countingOf, type GoalState, goalCountingKind, goalKind, type KnownGoal } from './goal.ts';

/** fen: the stricter of the two readings of the specification (creator 5). */
const MIN_AMOUNT = 500;
const MAX_FANS = 10_000_000;
/** fen */
const MAX_AMOUNT = 100_000_000;

/** Field of the request that holds the target, by the goal's type. */
const TARGET_FIELD = {
  [GOAL_TYPE.sponsor]: 'monthly_fans',
  [GOAL_TYPE.money]: 'monthly_income',
  [GOAL_TYPE.sum_income]: 'sum_income',
} as const;

const yuan = (fen: number): string => toWire(fenOf(fen));

function termsRefusal({ type, target, window }: GoalTerms): Refusal | null {
  const ofFans = type === GOAL_TYPE.sponsor;
  const [least, most] = ofFans ? [1, MAX_FANS] : [MIN_AMOUNT, MAX_AMOUNT];
  if (target < least || target > most) {
    const [min, max] = ofFans ? [String(least), String(most)] : [yuan(least), yuan(most)];
    return badInput(TARGET_FIELD[type], { key: 'out_of_range', min, max });
  }
  if (type !== GOAL_TYPE.sum_income) return null;
  if (!window) return badInput('begin_time', { key: 'required' });
  return window.end_at > window.begin_at ? null : badInput('end_time', { key: 'ends_before_begin' });
}

const termsOf = ({ type, target, window, description }: GoalTerms): GoalTerms => ({
  type,
  target,
  description,
  window: type === GOAL_TYPE.sum_income ? window : null,
});

interface Request {
  creator_id: UserId;
  goal_id: string;
}

const isOwn = (state: GoalState, creator_id: UserId): state is KnownGoal =>
  state.phase === 'live' && state.creator_id === creator_id;

/**
 * Sets a goal, or changes the creator's own one. The same again changes nothing. Refuses by field: a target below 5.00
 * or without fans, a sum goal without a window or with an end before its begin, and another type. Another creator's
 * goal and a deleted one are not_found.
 */
export function saveGoal(input: Request & { terms: GoalTerms; made: boolean }): Command<{ goal_id: string }> {
  const { creator_id, goal_id, made } = input;
  const stream = goalStream(goal_id);
  const terms = termsOf(input.terms);
  return {
    name: 'save_goal',
    actor: `user:${creator_id}`,
    streams: [stream],
    ...(made && { begins: [stream] }),
    decide(states) {
      const before = states.get(goalKind, stream);
      if (!made && !isOwn(before, creator_id)) return refuse({ code: 'not_found' });
      if (before.phase === 'live' && before.type !== terms.type)
        return refuse(badInput('type', { key: 'fixed' }));
      const refusal = termsRefusal(terms);
      if (refusal) return refuse(refusal);
      if (before.phase !== 'none' && isDeepStrictEqual(termsOf(before), terms))
        return accept([], { goal_id });
      const type = before.phase === 'none' ? ('GoalSet' as const) : ('GoalChanged' as const);
      const event = { type, data: { goal_id, creator_id, ...terms } };
      return accept([{ stream, creator_id, event }], { goal_id });
    },
  };
}

/** Hides, shows or deletes the creator's own goal. Doing it again changes nothing. */
export function moveGoal(input: Request & { to: 'hidden' | 'shown' | 'deleted' }): Command<null> {
  const { creator_id, goal_id, to } = input;
  const stream = goalStream(goal_id);
  const type = { hidden: 'GoalHidden', shown: 'GoalShown', deleted: 'GoalDeleted' } as const;
  return {
    name: `goal_${to}`,
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const before = states.get(goalKind, stream);
      if (before.phase === 'none' || before.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (before.phase === 'deleted')
        return to === 'deleted' ? accept([], null) : refuse({ code: 'not_found' });
      if (to !== 'deleted' && before.hidden === (to === 'hidden')) return accept([], null);
      return accept([{ stream, creator_id, event: { type: type[to], data: { goal_id, creator_id } } }], null);
    },
  };
}

export function setGoalCounting(input: {
  creator_id: UserId;
  change: Partial<GoalCounting>;
}): Command<GoalCounting> {
  const { creator_id, change } = input;
  const stream = goalCountingStream(creator_id);
  return {
    name: 'set_goal_counting',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const before = states.get(goalCountingKind, stream);
      const counting = countingOf({ ...before, ...change });
      if (isDeepStrictEqual(countingOf(before), counting)) return accept([], counting);
      const event = { type: 'GoalCountingSet' as const, data: { creator_id, ...counting } };
      return accept([{ stream, creator_id, event }], counting);
    },
  };
}
