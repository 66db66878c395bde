import { isDeepStrictEqual } from 'node:util';
import { type GoalCounting, type GoalTerms, WINDOW, windowPeriod } from '#events/goals.ts';
import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

export interface KnownGoal extends GoalTerms {
  phase: 'live' | 'deleted';
  goal_id: string;
  creator_id: UserId;
  hidden: boolean;
  /** When target and window were set. */
  set_at: Millis;
  /** Fans or fen by period, as last recorded; for a goal with a window, of the current window. */
  progress: Readonly<Record<string, number>>;
  /** Log position through which the progress is counted. */
  through: number;
  /** Periods and targets that were reached. */
  reached: readonly string[];
}

export type GoalState = { phase: 'none' } | KnownGoal;

const noGoal: GoalState = { phase: 'none' };

export const reachedKey = (period: string, target: number): string => `${period} ${target}`;

const termsOf = ({ type, target, window, description }: GoalTerms): GoalTerms => ({
  type,
  target,
  window,
  description,
});

/** Older events name no window. */
const periodOf = ({ window }: KnownGoal, period: string): string =>
  period === WINDOW && window ? windowPeriod(window) : period;

function evolveGoal(state: GoalState, event: DomainEvent, at: Millis): GoalState {
  if (event.type === 'GoalSet') {
    const { goal_id, creator_id } = event.data;
    const fresh = { phase: 'live', hidden: false, progress: {}, through: 0, reached: [] } as const;
    return { ...fresh, set_at: at, goal_id, creator_id, ...termsOf(event.data) };
  }
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'GoalChanged': {
      const { target, window } = event.data;
      const sameWindow = isDeepStrictEqual(window, state.window);
      const set_at = sameWindow && target === state.target ? state.set_at : at;
      return { ...state, ...termsOf(event.data), set_at, progress: sameWindow ? state.progress : {} };
    }
    case 'GoalHidden':
      return { ...state, hidden: true };
    case 'GoalShown':
      return { ...state, hidden: false };
    case 'GoalDeleted':
      return { ...state, phase: 'deleted' };
    case 'GoalProgressed': {
      const { period, value, through } = event.data;
      return { ...state, progress: { ...state.progress, [periodOf(state, period)]: value }, through };
    }
    case 'GoalReached': {
      const { period, target } = event.data;
      return { ...state, reached: [...state.reached, reachedKey(periodOf(state, period), target)] };
    }
    default:
      return state;
  }
}

interface GoalCountingState extends GoalCounting {
  set_at: Millis;
}

/** Until it is set, only sponsorships count. */
const sponsorshipsOnly: GoalCountingState = { product_money: false, product_fans: false, set_at: 0 };

export const countingOf = ({ product_money, product_fans }: GoalCounting): GoalCounting => ({
  product_money,
  product_fans,
});

const evolveGoalCounting = (state: GoalCountingState, event: DomainEvent, at: Millis): GoalCountingState =>
  event.type === 'GoalCountingSet' ? { ...countingOf(event.data), set_at: at } : state;

export const goalKind = streamKind<GoalState>('goal', noGoal, evolveGoal, { shape: 3 });

export const goalCountingKind = streamKind<GoalCountingState>(
  'goalcounting',
  sponsorshipsOnly,
  evolveGoalCounting,
  { shape: 2 },
);
