import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { TICKET_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { pendingOf } from '#read-models/books/ledger/queries.ts';
import type { CaseRow } from '#read-models/cases/tables.ts';
import { ENDS_AT } from '#read-models/memberships/tables.ts';
import type { RefundStep } from '#read-models/refunds/tables.ts';
import { roundsOver } from '#read-models/tickets/queries.ts';
import { CLOSING_MS } from '#services/commerce/accounts/request-closing.ts';
import type { PendingSnapshot } from '#services/commerce/withdrawals/balance.ts';

/** What a seller owes to fans, and is owed. */
export interface SalesOfSeller {
  /** Paid orders that are not completely sent. */
  shipping: number;
  /** Tickets that guests can still use. */
  guests: number;
  /** Memberships of fans that end later. */
  members: number;
  /**
   * Orders that the account sold, or is the partner of, whose money can still be taken back: with a request of the fan,
   * also one that was declined in the last seven days, a dispute at the payer's bank, or a refund that waits for a
   * second person.
   */
  claims: number;
  pending: PendingSnapshot;
  /** Every event at or below it is in these numbers. */
  position: number;
}

/** Phases of requests in which the creator or staff decides. */
const UNDECIDED = ['open', 'answered', 'escalated'] satisfies CaseRow['phase'][];
/** Steps of refunds that charge the parties when they are decided. */
const CHARGING = ['request', 'dispute'] satisfies RefundStep[];

/** By the read models: complete through `position`. Nothing is sold after the request to close the account. */
export async function salesOfSeller(pool: Pool, user: UserId, now: Millis): Promise<SalesOfSeller> {
  const { rows } = await pool.query<Omit<SalesOfSeller, 'pending'>>(
    `SELECT (SELECT coalesce(min(position), 0) FROM rm.checkpoints
              WHERE name IN ('orders', 'tickets', 'memberships', 'cases', 'refund_desk'))::float8 AS position,
            (SELECT count(*) FROM rm.orders WHERE creator_id = $1 AND to_send)::int AS shipping,
            (SELECT count(*) FROM rm.tickets
              WHERE creator_id = $1 AND status = $2 AND coalesce(begin_time, $3) >= $3)::int AS guests,
            (SELECT count(*) FROM rm.membership_spans
              WHERE creator_id = $1 AND until_at IS NOT NULL AND from_at <= $4 AND ${ENDS_AT} > $4)::int AS members,
            (SELECT count(*) FROM (
               SELECT out_trade_no FROM rm.cases
                WHERE phase = ANY ($5) OR (phase = 'declined' AND moved_at > $7 AND declined_at > $7)
                UNION SELECT out_trade_no FROM rm.refund_steps WHERE ended IS NULL AND step = ANY ($6)) AS claimed
               JOIN rm.orders o USING (out_trade_no)
              WHERE $1 IN (o.creator_id, o.partner_id))::int AS claims`,
    [user, TICKET_STATUS.valid, roundsOver(now), now, UNDECIDED, CHARGING, now - CLOSING_MS],
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('counts have one row');
  const { pending, refunds_charged, settled, as_of } = await pendingOf(pool, user);
  return {
    ...counts,
    pending: { pending: fenOf(pending), refunds_charged: fenOf(refunds_charged), settled: fenOf(settled) },
    position: Math.min(counts.position, as_of.position),
  };
}
