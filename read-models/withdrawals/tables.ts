import type { WithdrawStatus } from '#events/status.ts';
import { bigint, id, nullable, type Row, smallint, table } from '../engine/table.ts';

/**
 * The detailed state of a withdrawal. `unknown`: the provider did not answer; `switched`: after a failure the creator
 * requested another in its place.
 */
export type DetailedStatus =
  | 'waiting'
  | 'approved'
  | 'sent'
  | 'unknown'
  | 'paid'
  | 'failed'
  | 'rejected'
  | 'switched';

export const WITHDRAWALS = table(
  'withdrawals',
  {
    withdrawal_id: id(),
    user_id: id(),
    position: bigint(),
    amount: bigint(),
    withdraw_type: smallint(),
    requested_at: bigint(),
    status: smallint<WithdrawStatus>(),
    standing: id<DetailedStatus>(),
    /** start of this state */
    since: bigint(),
    /** how many of its payouts' disputes are open */
    disputes: smallint('CHECK (disputes >= 0)'),
  },
  {
    key: ['withdrawal_id'],
    indexes: {
      withdrawals_by_status: '(status, position)',
      withdrawals_by_position: '(position)',
      withdrawals_by_creator: '(user_id, position)',
      withdrawals_by_standing: '(standing, position)',
      withdrawals_disputed: '(position) WHERE disputes > 0',
    },
  },
);

/** the changes of a withdrawal by event; its state at a position is the last one up to it */
export const WITHDRAWAL_MOVES = table(
  'withdrawal_moves',
  {
    withdrawal_id: id(),
    position: bigint(),
    at: bigint(),
    status: nullable(smallint<WithdrawStatus>()),
    standing: nullable(id<DetailedStatus>()),
    /** 1: the provider contradicts its earlier answer; −1: finance closed a dispute. */
    disputes: smallint(),
  },
  {
    key: ['withdrawal_id', 'position'],
  },
);

export type WithdrawalRow = Row<typeof WITHDRAWALS>;
export type MoveRow = Row<typeof WITHDRAWAL_MOVES>;

/** The change of a withdrawal by a batch. `since_moved`: whether `at` is the start of its state. */
export type LastMove = MoveRow & { since_moved: boolean };
export const LAST_MOVE = { ...WITHDRAWAL_MOVES.columns, since_moved: 'boolean' };
