import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { WITHDRAW_STATUS, type WithdrawStatus } from '#events/status.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { insertRows, relation } from '../engine/rows.ts';
import {
  type DetailedStatus,
  LAST_MOVE,
  type LastMove,
  type MoveRow,
  WITHDRAWAL_MOVES,
  WITHDRAWALS,
  type WithdrawalRow,
} from './tables.ts';

type Move = Pick<MoveRow, 'status' | 'standing' | 'disputes'>;

const to = (status: WithdrawStatus | null, standing: DetailedStatus | null): Move => ({
  status,
  standing,
  disputes: 0,
});

/** The change of the withdrawal named by an event; undefined if it names none. */
function moveOf(event: RecordedEvent): (Move & { withdrawal_id: string }) | undefined {
  const of = (withdrawal_id: string, move: Move) => ({ ...move, withdrawal_id });
  switch (event.type) {
    case 'WithdrawalRequested':
      return of(event.data.withdrawal_id, to(WITHDRAW_STATUS.waiting, 'waiting'));
    case 'WithdrawalApproved':
      return of(event.data.withdrawal_id, to(null, event.data.final ? 'approved' : null));
    case 'WithdrawalRejected':
      return of(event.data.withdrawal_id, to(WITHDRAW_STATUS.error, 'rejected'));
    case 'WithdrawalRetried':
      return of(event.data.withdrawal_id, to(WITHDRAW_STATUS.transferring, 'approved'));
    case 'PayoutSent':
      return of(event.data.withdrawal_id, to(WITHDRAW_STATUS.transferring, 'sent'));
    case 'PayoutUnknown':
      return of(event.data.withdrawal_id, to(null, 'unknown'));
    case 'PayoutSucceeded':
      return of(event.data.withdrawal_id, to(WITHDRAW_STATUS.success, 'paid'));
    case 'PayoutFailed':
      return of(event.data.withdrawal_id, to(event.data.status, 'failed'));
    case 'PayoutDisputed':
      return of(event.data.withdrawal_id, { ...to(null, null), disputes: 1 });
    case 'PayoutDisputeClosed': {
      const { withdrawal_id, moves, status } = event.data;
      // No change: the withdrawal returns to its state before the dispute.
      const move =
        moves === 'none'
          ? to(null, null)
          : to(status, status === WITHDRAW_STATUS.success ? 'paid' : 'failed');
      return of(withdrawal_id, { ...move, disputes: -1 });
    }
    default:
      return undefined;
  }
}

function movesOf(event: RecordedEvent): MoveRow[] {
  const move = moveOf(event);
  if (move === undefined) return [];
  const when = { position: event.position, at: event.metadata.at };
  const first = { ...move, ...when };
  if (event.type !== 'WithdrawalRequested' || event.data.instead_of === null) return [first];
  return [first, { withdrawal_id: event.data.instead_of, ...when, ...to(null, 'switched') }];
}

/** If the move starts a new wait. */
const standsOtherwise = ({ standing, disputes }: Move): boolean => standing !== null || disputes !== 0;

/** The result of several moves of one withdrawal, in order. */
function lastOfEach(moves: readonly MoveRow[]): LastMove[] {
  const last = new Map<string, LastMove>();
  for (const move of moves) {
    const before = last.get(move.withdrawal_id);
    last.set(move.withdrawal_id, {
      ...move,
      status: move.status ?? before?.status ?? null,
      standing: move.standing ?? before?.standing ?? null,
      at: standsOtherwise(move) ? move.at : (before?.at ?? move.at),
      since_moved: standsOtherwise(move) || before?.since_moved === true,
      disputes: move.disputes + (before?.disputes ?? 0),
    });
  }
  return [...last.values()];
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const fresh: WithdrawalRow[] = [];
  const creators = new Set<string>();
  for (const event of events) {
    creators.add(event.metadata.creator_id);
    if (event.type !== 'WithdrawalRequested') continue;
    const { withdrawal_id, user_id, amount, withdraw_type } = event.data;
    const { position, metadata } = event;
    fresh.push({
      withdrawal_id,
      user_id,
      position,
      amount,
      withdraw_type,
      requested_at: metadata.at,
      status: WITHDRAW_STATUS.waiting,
      standing: 'waiting',
      since: metadata.at,
      disputes: 0,
    });
  }
  const moves = events.flatMap(movesOf);
  await insertRows(tx, WITHDRAWALS, fresh);
  await insertRows(tx, WITHDRAWAL_MOVES, moves);
  const last = relation(LAST_MOVE, lastOfEach(moves));
  await tx.query(
    `UPDATE withdrawals w
        SET status = coalesce(given.status, w.status),
            since = CASE WHEN given.since_moved THEN given.at ELSE w.since END,
            standing = coalesce(given.standing, w.standing),
            disputes = w.disputes + given.disputes
       FROM ${last.sql} WHERE w.withdrawal_id = given.withdrawal_id`,
    last.values,
  );
  return { creators, users: new Set() };
}

/** The owner and state of every withdrawal, at any position. Other details are in the stream of its balance. */
export const withdrawals: Projection = {
  name: 'withdrawals',
  version: 3,
  types: [
    'WithdrawalRequested',
    'WithdrawalApproved',
    'WithdrawalRejected',
    'WithdrawalRetried',
    'PayoutSent',
    'PayoutUnknown',
    'PayoutSucceeded',
    'PayoutFailed',
    'PayoutDisputed',
    'PayoutDisputeClosed',
  ],
  whole: [],
  tables: [WITHDRAWALS, WITHDRAWAL_MOVES],
  project,
};
