import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { batcher } from '#services/runtime/batcher.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { MAX_ATTEMPTS, pausesForSql } from './backoff.ts';
import type { OutgoingNotice } from './notice-body.ts';
import type { NoticeSender } from './sender.ts';

const MAX_PER_ROUND = 200;
/** The most notices in flight; further ones wait for the next round of resending. */
const MAX_IN_FLIGHT = 1_000;

/** Far below the first claim: the result of a sending is recorded in the background. */
const RECORD_LINGER_MS = 50;

interface ClaimedRow {
  notice_id: string;
  copy: number;
  charge_id: string;
  outcome: 'paid' | 'failed';
  amount: string | number;
  occurred_at: string | number;
}

type Sent = { notice: OutgoingNotice; fault: string | undefined };

/** The notices that the sandbox provider owes, from being due until acknowledged. */
export function noticeDelivery(pool: Pool, clock: Clock, sender: NoticeSender) {
  const inFlight = new Set<Promise<void>>();

  const record = async (sent: readonly Sent[]): Promise<undefined[]> => {
    // Asynchronous: an acknowledgement lost in a crash only sends the notice again.
    await pool.query({
      name: 'sandbox-notices-sent',
      text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
             UPDATE sandbox.notices n
             SET acknowledged_at = CASE WHEN s.fault IS NULL THEN $4::bigint END, last_error = s.fault
             FROM unhurried, unnest($1::text[], $2::int[], $3::text[]) AS s(notice_id, copy, fault)
             WHERE n.notice_id = s.notice_id AND n.copy = s.copy AND n.acknowledged_at IS NULL`,
      values: [
        sent.map(({ notice }) => notice.notice_id),
        sent.map(({ notice }) => notice.copy),
        sent.map(({ fault }) => fault ?? null),
        clock.now(),
      ],
    });
    return sent.map(() => undefined);
  };
  const recording = batcher(record, {
    name: 'sandbox notices',
    most: 256,
    waiting: 10_000,
    lingerMs: RECORD_LINGER_MS,
    keyOf: ({ notice }) => `${notice.notice_id} ${notice.copy}`,
  });

  /** The API's answer, recorded later. */
  const deliver = (notice: OutgoingNotice): { answered: Promise<boolean>; recorded: Promise<void> } => {
    const sent = sender.send(notice);
    const record = async (): Promise<void> => {
      await recording.add({ notice, fault: await sent }).catch(() => undefined);
    };
    return { answered: sent.then((fault) => fault === undefined), recorded: record() };
  };

  const sendNow = async (notices: readonly OutgoingNotice[]): Promise<boolean> => {
    const answers = notices.map((notice) => {
      if (inFlight.size >= MAX_IN_FLIGHT) return false;
      const { answered, recorded } = deliver(notice);
      const delivery = recorded.finally(() => inFlight.delete(delivery));
      inFlight.add(delivery);
      return answered;
    });
    return answers.length > 0 && (await Promise.all(answers)).every(Boolean);
  };

  return {
    /** Sends claimed notices. Answers whether there were any and all were acknowledged. */
    sendNow,
    /**
     * Claims and sends due notices, also those of interrupted processes.
     * @returns their number
     */
    async sendDue(): Promise<number> {
      // The claim is the next attempt's time: after a crash the notice becomes due again.
      const { rows } = await pool.query<ClaimedRow>(
        `UPDATE sandbox.notices n
         SET attempts = n.attempts + 1, due_at = $1::bigint + ($2::bigint[])[n.attempts + 1]
         FROM sandbox.charges c,
              (SELECT notice_id, copy FROM sandbox.notices
               WHERE acknowledged_at IS NULL AND due_at <= $1 AND attempts < $3
               ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED) due
         WHERE n.notice_id = due.notice_id AND n.copy = due.copy AND c.charge_id = n.charge_id
         RETURNING n.notice_id, n.copy, n.charge_id, n.outcome, c.amount, n.occurred_at`,
        [clock.now(), pausesForSql(), MAX_ATTEMPTS, MAX_PER_ROUND],
      );
      const notices = rows.map((row) => ({
        ...row,
        amount: Number(row.amount),
        occurred_at: Number(row.occurred_at),
      }));
      await Promise.all(notices.map((notice) => deliver(notice).recorded));
      return notices.length;
    },
    /** When the next unacknowledged notice is due; undefined when none is. */
    async nextDue(): Promise<Millis | undefined> {
      const unsent = queriesOn(pool).selectFrom('sandbox.notices').where('acknowledged_at', 'is', null);
      const next = unsent
        .where('attempts', '<', MAX_ATTEMPTS)
        .select(({ fn }) => fn.min('due_at').as('due_at'));
      return (await next.executeTakeFirst())?.due_at ?? undefined;
    },
    /** Resolves when nothing is on its way. */
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

export type NoticeDelivery = ReturnType<typeof noticeDelivery>;
