import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { batcher } from '#services/runtime/batcher.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { atMost } from '#services/runtime/weight.ts';

/** Retention of calls. */
export const OPEN_CALLS_MS = 30 * DAY_MS;
/** Calls of a creator that are kept; older ones are removed every so many calls. */
const MAX_CALLS = 1_000;
const REMOVED_EVERY = 50;

interface OpenCallRecord {
  creator_id: UserId;
  token_id: string;
  name: string;
  /** JSON of at most 2 KiB, without texts and addresses. */
  params: string;
  ec: number;
  /** Of the answer. */
  bytes: number;
  ms: number;
  at: Millis;
}

type LoggedCall = Omit<OpenCallRecord, 'creator_id'> & { call_id: number };

const RECORD = {
  name: 'open-calls-record',
  text: `WITH given AS (
           SELECT * FROM json_to_recordset($1) AS call (creator_id text, token_id text, name text, params text,
                                                       ec int, bytes int, ms int, at bigint)),
         used AS (
           UPDATE accounts.open_tokens t SET last_used_at = g.at
             FROM (SELECT token_id, max(at) AS at FROM given GROUP BY token_id ORDER BY token_id) AS g
            WHERE t.token_id = g.token_id)
         INSERT INTO accounts.open_calls (creator_id, token_id, name, params, ec, bytes, ms, at)
         SELECT creator_id, token_id, name, params, ec, bytes, ms, at FROM given
         RETURNING call_id, creator_id`,
};

const REMOVE_OLD = {
  name: 'open-calls-remove-old',
  text: `DELETE FROM accounts.open_calls WHERE creator_id = $1 AND call_id <= (
           SELECT call_id FROM accounts.open_calls WHERE creator_id = $1
            ORDER BY call_id DESC OFFSET ${MAX_CALLS} LIMIT 1)`,
};

/** The call log of the open API. */
export function openCalls(pool: Pool) {
  const db = queriesOn(pool);
  /** Calls since the last removal, by creator. */
  const counts = new LRUCache<string, number>(atMost(10_000));

  const records = batcher<OpenCallRecord, void>(
    async (calls) => {
      await pool.query(RECORD, [JSON.stringify(calls)]);
      for (const { creator_id } of calls) {
        const count = (counts.get(creator_id) ?? 0) + 1;
        counts.set(creator_id, count);
        if (count < REMOVED_EVERY) continue;
        counts.delete(creator_id);
        await pool.query(REMOVE_OLD, [creator_id]);
      }
      return calls.map(() => undefined);
    },
    { name: 'open calls', most: 200, waiting: 5_000, lingerMs: 1 },
  );

  return {
    /** Also notes when the token was used. */
    record: (call: OpenCallRecord): Promise<void> => records.add(call),
    /** Newest first. */
    async page(
      creator: UserId,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ list: LoggedCall[]; total_count: number }> {
      const own = db.selectFrom('accounts.open_calls').where('creator_id', '=', creator);
      const [list, { count }] = await Promise.all([
        own
          .select(['call_id', 'token_id', 'name', 'params', 'ec', 'bytes', 'ms', 'at'])
          .orderBy('call_id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      ]);
      return { list, total_count: Number(count) };
    },
  };
}
