import type { UserId } from './ids.ts';
import type { GoalType } from './status.ts';
import type { Millis } from './time.ts';

/** A target of a creator. Without a window it starts again each business month. */
export interface GoalTerms {
  type: GoalType;
  /** Fans for a sponsor goal, fen for the others. */
  target: number;
  /** Only of a sum goal: payments from `begin_at` until before `end_at` count. */
  window: { begin_at: Millis; end_at: Millis } | null;
  description: string;
}

/** Which orders count. Sponsorships always do. */
export interface GoalCounting {
  /** The money of products counts for money and sum goals. */
  product_money: boolean;
  /** Buyers of products count as fans for sponsor goals. */
  product_fans: boolean;
}

/** Period of a goal with a window in older events: the window that the goal had then. */
export const WINDOW = 'window';

/** The period of a window. Another window is another period, in which the goal can be reached again. */
export const windowPeriod = ({ begin_at, end_at }: NonNullable<GoalTerms['window']>): string =>
  `${WINDOW}-${begin_at}-${end_at}`;

export type GoalEvent =
  | { type: 'GoalSet'; data: GoalTerms & { goal_id: string; creator_id: UserId } }
  /** Always all terms; the type stays. */
  | { type: 'GoalChanged'; data: GoalTerms & { goal_id: string; creator_id: UserId } }
  | { type: 'GoalHidden'; data: { goal_id: string; creator_id: UserId } }
  | { type: 'GoalShown'; data: { goal_id: string; creator_id: UserId } }
  | { type: 'GoalDeleted'; data: { goal_id: string; creator_id: UserId } }
  /** Payments or refunds moved it. */
  | {
      type: 'GoalProgressed';
      data: {
        goal_id: string;
        creator_id: UserId;
        /** `YYYY-MM`, or that of a window (`windowPeriod`). */
        period: string;
        /** Fans or fen. */
        value: number;
        /** Every order event through this log position is counted. */
        through: number;
      };
    }
  /** Once for each goal, period and target. */
  | {
      type: 'GoalReached';
      data: { goal_id: string; creator_id: UserId; period: string; target: number; value: number };
    }
  | { type: 'GoalCountingSet'; data: GoalCounting & { creator_id: UserId } };
