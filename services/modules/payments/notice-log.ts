import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { batcher } from '#services/runtime/batcher.ts';

/** A notice as it came in and what became of it. */
interface ReceivedNotice {
  provider: string;
  /** Undefined if the signature is invalid: the body is then not trusted. */
  notice_id: string | undefined;
  charge_id: string | undefined;
  verdict: 'accepted' | 'refused';
  reason: string;
  rawBody: Uint8Array;
  received_at: Millis;
}

/** Above this number a minute, forged notices are refused without a record. */
const MAX_FORGED_PER_MINUTE = 2_000;
const MINUTE_MS = 60_000;
/** Only the newest records of forgeries are kept, for so long. A record has less than half a kilobyte. */
const FORGED_RETENTION = { most: 10_000, ms: 30 * 86_400_000 };
/** New records between two deletions of old ones. */
const CUT_EVERY = 1_000;

/** Counts by the minute; false once the minute's share is used up. */
function perMinute(most: number): (now: Millis) => boolean {
  let minute = 0;
  let count = 0;
  return (now) => {
    const present = Math.floor(now / MINUTE_MS);
    if (present !== minute) count = 0;
    minute = present;
    count += 1;
    return count <= most;
  };
}

/** The record of genuine notices, each once with the number of times it came, and of the newest forged ones. */
export interface NoticeLog {
  /** @returns how often the same notice has arrived, 1 for the first time. A forged one is not always counted. */
  write(notice: ReceivedNotice): Promise<number>;
}

/** Without the body, which can be large. */
interface NoticeRow extends Omit<ReceivedNotice, 'rawBody'> {
  notice_key: string;
  body_sha256: string;
}

function rowOf({ rawBody, ...notice }: ReceivedNotice): NoticeRow {
  const body_sha256 = hash('sha256', rawBody);
  const { provider, notice_id, verdict, reason } = notice;
  // Refused ones are kept by reason and content: a flood of the same forgery stays one row.
  const notice_key =
    notice_id !== undefined && verdict === 'accepted'
      ? `${provider} ${notice_id}`
      : `${provider} ${reason} ${body_sha256}`;
  return { ...notice, notice_key, body_sha256 };
}

/** Deletes records of forgeries that are too old or too many, a part at a time. */
export async function forgetForged(pool: Pool, now: Millis): Promise<void> {
  await pool.query(
    `DELETE FROM payments.notices WHERE notice_key IN (
       SELECT notice_key FROM payments.notices
        WHERE notice_id IS NULL AND (received_at <= $1 OR (received_at, notice_key) <= (
          SELECT received_at, notice_key FROM payments.notices WHERE notice_id IS NULL
           ORDER BY received_at DESC, notice_key DESC OFFSET $2 LIMIT 1))
        ORDER BY received_at, notice_key LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [now - FORGED_RETENTION.ms, FORGED_RETENTION.most, 2 * FORGED_RETENTION.most],
  );
}

export function noticeLog(pool: Pool): NoticeLog {
  const mayRecord = perMinute(MAX_FORGED_PER_MINUTE);
  const insert = async (input: readonly NoticeRow[]): Promise<number[]> => {
    const same = Map.groupBy(input, (row) => row.notice_key);
    // In one order everywhere, so that two processes that record the same notices cannot wait for each other.
    const rows = [...same.values()]
      .flatMap(([first]) => first ?? [])
      .toSorted((a, b) => (a.notice_key < b.notice_key ? -1 : 1));
    const { rows: written } = await pool.query<{ notice_key: string; copies: number }>({
      name: 'payments-notices',
      // Asynchronous: the acknowledgement depends on the order's events, which name the notice.
      // What an accepted notice says is recorded: its charge is no longer undecided.
      text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
                  decided AS (
                    DELETE FROM payments.undecided_charges WHERE charge_id IN (
                      SELECT u.charge_id FROM payments.undecided_charges u
                        JOIN unnest($4::text[], $5::text[]) AS c(id, verdict)
                          ON c.id = u.charge_id AND c.verdict = 'accepted'
                         FOR UPDATE OF u SKIP LOCKED))
             INSERT INTO payments.notices AS n
               (notice_key, provider, notice_id, charge_id, verdict, reason, body_sha256, received_at, copies)
             SELECT r.* FROM unhurried, unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
                                               $6::text[], $7::text[], $8::bigint[], $9::int[]) AS r
             ON CONFLICT (notice_key) DO UPDATE SET copies = n.copies + excluded.copies
             RETURNING notice_key, copies`,
      values: [
        rows.map((row) => row.notice_key),
        rows.map((row) => row.provider),
        rows.map((row) => row.notice_id ?? null),
        rows.map((row) => row.charge_id ?? null),
        rows.map((row) => row.verdict),
        rows.map((row) => row.reason),
        rows.map((row) => row.body_sha256),
        rows.map((row) => row.received_at),
        rows.map((row) => same.get(row.notice_key)?.length ?? 1),
      ],
    });
    const total = new Map(written.map((row) => [row.notice_key, row.copies]));
    return input.map((row) => {
      const copies = same.get(row.notice_key) ?? [row];
      return (total.get(row.notice_key) ?? copies.length) - copies.length + copies.indexOf(row) + 1;
    });
  };
  /** Forged ones have a queue of their own, so that no flood of them keeps genuine notices out. */
  const genuine = batcher(insert, { name: 'payment notices', most: 256, waiting: 10_000 });
  const forged = batcher(insert, { name: 'forged payment notices', most: 256, waiting: 10_000 });
  let untilCut = 1;

  return {
    async write(notice) {
      if (notice.notice_id !== undefined) return genuine.add(rowOf(notice));
      if (!mayRecord(notice.received_at)) return 1;
      const copies = await forged.add(rowOf(notice));
      untilCut -= 1;
      if (untilCut > 0) return copies;
      untilCut = CUT_EVERY;
      await forgetForged(pool, notice.received_at);
      return copies;
    },
  };
}
