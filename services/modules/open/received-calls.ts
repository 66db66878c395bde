import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { open, seal } from '#services/runtime/seal.ts';

/** NOTIFY, with the creator and the number of the call. */
export const RECEIVED_CHANNEL = 'webhook_received';
/** Calls and their bytes, of one creator; the oldest are dropped. */
const LIMITS = { calls: 50, bytes: 524_288 };

/** The calls that the sandbox's receiver got, in any process. */
export function openReceivedCalls(pool: Pool, key: KeyRing, limits = LIMITS) {
  const db = queriesOn(pool);
  const chosen = async (user_id: UserId): Promise<string> => {
    const row = db.selectFrom('sandbox.receivers').select('answer').where('user_id', '=', user_id);
    return (await row.executeTakeFirst())?.answer ?? 'ok';
  };

  return {
    /** Newest first; each as it was added, with `call_id`, `attempt` (as far as tries are kept) and `answer`. */
    async of<Call extends object>(user_id: UserId): Promise<{ answer: string; calls: Call[] }> {
      const rows = await db
        .selectFrom('sandbox.received_calls')
        .select(['call_id', 'attempt', 'answer', 'sealed'])
        .where('user_id', '=', user_id)
        .orderBy('call_id', 'desc')
        .execute();
      const calls = rows.map(({ sealed, ...row }) => ({
        ...JSON.parse(open(key, sealed, user_id).toString()),
        ...row,
      }));
      return { answer: await chosen(user_id), calls };
    },
    async setAnswer(user_id: UserId, answer: string): Promise<void> {
      const row = db.insertInto('sandbox.receivers').values({ user_id, answer });
      await row.onConflict((on) => on.column('user_id').doUpdateSet({ answer })).execute();
    },
    async clear(user_id: UserId): Promise<void> {
      await db.deleteFrom('sandbox.received_calls').where('user_id', '=', user_id).execute();
    },
    /** @returns the answer that is chosen */
    async add<Call extends { message_id: string }>(user_id: UserId, call: Call): Promise<string> {
      const { message_id } = call;
      const answer = await chosen(user_id);
      const sealed = seal(key, Buffer.from(JSON.stringify(call)), user_id);
      const earlier = db.selectFrom('sandbox.received_calls').where('user_id', '=', user_id);
      await db
        .insertInto('sandbox.received_calls')
        .values({
          user_id,
          message_id,
          answer,
          sealed,
          bytes: sealed.length,
          attempt: earlier
            .where('message_id', '=', message_id)
            .select(({ fn, lit }) => sql<number>`${fn.coalesce(fn.max('attempt'), lit(0))} + 1`.as('next')),
        })
        .execute();
      await pool.query({
        name: 'received-calls-trim',
        text: `WITH counted AS (
                 SELECT call_id, row_number() OVER newest AS calls, sum(bytes) OVER newest AS bytes
                   FROM sandbox.received_calls WHERE user_id = $1 WINDOW newest AS (ORDER BY call_id DESC)),
               gone AS (
                 DELETE FROM sandbox.received_calls AS r USING counted
                  WHERE r.user_id = $1 AND r.call_id = counted.call_id AND (calls > $2 OR counted.bytes > $3))
               SELECT pg_notify('${RECEIVED_CHANNEL}', $1 || ' ' || max(call_id)) FROM counted`,
        values: [user_id, limits.calls, limits.bytes],
      });
      return answer;
    },
  };
}

export type ReceivedCalls = ReturnType<typeof openReceivedCalls>;
