import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { batcher } from '#services/runtime/batcher.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { ChargeState } from '../provider.ts';
import { firstClaim } from './backoff.ts';
import { chargeStates } from './charges.ts';
import type { OutgoingNotice } from './notice-body.ts';

/** How the notice of a payment travels: after a delay, several times, or never. */
export interface NoticeTransport {
  delay_ms: Millis;
  copies: number;
  lost: boolean;
}

export const PLAIN_TRANSPORT: NoticeTransport = { delay_ms: 0, copies: 1, lost: false };

/** The payer's action: pays, fails, or times out (then no notice is sent). */
type PayerOutcome = 'success' | 'fail' | 'timeout';

export interface PayerAction {
  charge_id: string;
  outcome: PayerOutcome;
  transport: NoticeTransport;
}

export interface PayerResult {
  status: ChargeState['status'];
  /** Notices that are due now and claimed for this process to send. */
  send: OutgoingNotice[];
  /** If it is on the disk; otherwise it is as soon as any later commit is. */
  durable: boolean;
}

interface MovedRow {
  charge_id: string;
  amount: string | number;
}

const OUTCOME_OF = { success: 'paid', fail: 'failed', timeout: '' } as const;

/** An immediate notice makes the payment an event, which is durable before the acknowledgement. */
const isNotifiedAtOnce = ({ outcome, transport }: PayerAction): boolean =>
  outcome === 'success' && !transport.lost && transport.delay_ms === 0 && transport.copies > 0;

/**
 * Payers' actions at the sandbox's cashier, set-wise: the charge's new status and its notices in one statement. It
 * waits for the disk unless all payments in it are sent at once. A paid charge stays paid.
 * @returns undefined for an unknown charge
 */
export function sandboxCashier(pool: Pool, clock: Clock) {
  const run = async (acts: readonly PayerAction[]): Promise<(PayerResult | undefined)[]> => {
    const now = clock.now();
    // In one order everywhere, so that two processes with the same charges cannot wait for each other.
    const drawn = acts
      .map((act) => ({
        ...act,
        result: OUTCOME_OF[act.outcome],
        notice_id: `nt_${randomUUID().replaceAll('-', '')}`,
      }))
      .toSorted((a, b) => (a.charge_id < b.charge_id ? -1 : 1));
    const durable = !acts.every(isNotifiedAtOnce);
    const { rows } = await pool.query<MovedRow>({
      name: 'sandbox-payer-acts',
      text: `WITH hurry AS MATERIALIZED (SELECT set_config('synchronous_commit', $8, true)),
             act AS (
               SELECT a.* FROM hurry, unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::int[])
                 AS a(charge_id, outcome, notice_id, due_at, copies)),
             moved AS (
               UPDATE sandbox.charges c
               SET status = a.outcome, paid_at = CASE WHEN a.outcome = 'paid' THEN $6::bigint END
               FROM act a
               WHERE c.charge_id = a.charge_id AND c.status <> 'paid' AND a.outcome <> ''
               RETURNING a.*, c.amount),
             owed AS (
               INSERT INTO sandbox.notices (notice_id, copy, charge_id, outcome, occurred_at, due_at, attempts)
               SELECT m.notice_id, n, m.charge_id, m.outcome, $6::bigint,
                      CASE WHEN m.due_at > $6::bigint THEN m.due_at ELSE $7::bigint END,
                      CASE WHEN m.due_at > $6::bigint THEN 0 ELSE 1 END
               FROM moved m CROSS JOIN generate_series(1, m.copies) AS n)
             SELECT charge_id, amount FROM moved`,
      values: [
        drawn.map((act) => act.charge_id),
        drawn.map((act) => act.result),
        drawn.map((act) => act.notice_id),
        drawn.map((act) => now + act.transport.delay_ms),
        drawn.map((act) => (act.transport.lost ? 0 : act.transport.copies)),
        now,
        firstClaim(now),
        durable ? 'on' : 'off',
      ],
    });
    const amounts = new Map(rows.map((row) => [row.charge_id, Number(row.amount)]));
    const results = new Map<string, PayerResult>();
    for (const { charge_id, notice_id, result, transport } of drawn) {
      const amount = amounts.get(charge_id);
      if (amount === undefined || result === '') continue;
      const atOnce = !transport.lost && transport.delay_ms === 0 ? transport.copies : 0;
      const send = Array.from({ length: atOnce }, (_, index): OutgoingNotice => {
        return { notice_id, copy: index + 1, charge_id, outcome: result, amount, occurred_at: now };
      });
      results.set(charge_id, { status: result, send, durable });
    }
    const unmoved = acts.filter(({ charge_id }) => !results.has(charge_id));
    if (unmoved.length > 0) {
      const states = await chargeStates(
        pool,
        unmoved.map(({ charge_id }) => charge_id),
      );
      // Another session's latest write may not be on the disk.
      for (const { charge_id, status } of states.values()) {
        results.set(charge_id, { status, send: [], durable: false });
      }
    }
    return acts.map(({ charge_id }) => results.get(charge_id));
  };
  return batcher(run, {
    name: 'sandbox payments',
    most: 256,
    waiting: 10_000,
    keyOf: (act: PayerAction) => act.charge_id,
  });
}
