import type { UserId } from './ids.ts';

interface RightChange {
  user_id: UserId;
  /** A right that every creator has unless it is revoked, e.g. `bundle`. */
  right: string;
  /** Who changed it; null: the command line. */
  by: UserId | null;
  reason: string;
}

export type RightsEvent =
  | { type: 'CreatorRightTaken'; data: RightChange }
  | { type: 'CreatorRightReturned'; data: RightChange };
