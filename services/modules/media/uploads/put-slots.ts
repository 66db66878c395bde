import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { MAX_PUTS } from './limits.ts';

/** A slot of a killed process is free again then. */
const SLOT_SECONDS = 90;
const RENEW_MS = 30_000;

const ENDS_AT = sql<Date>`clock_timestamp() + make_interval(secs => ${SLOT_SECONDS})`;

/**
 * Runs `work` in one of a person's slots, over all processes.
 * @returns 'full' when all are taken
 */
export async function inPutSlot<Result>(
  pool: Pool,
  owner_id: UserId,
  work: () => Promise<Result>,
): Promise<Result | 'full'> {
  const put_id = randomUUID();
  const taken = await inTransaction(pool, async (client) => {
    await lockPerson(client, owner_id);
    const db = queriesOn(client);
    const own = db.deleteFrom('media.puts').where('owner_id', '=', owner_id);
    await own.where('ends_at', '<=', sql<Date>`clock_timestamp()`).execute();
    const running = await db
      .selectFrom('media.puts')
      .where('owner_id', '=', owner_id)
      .select('put_id')
      .execute();
    if (running.length >= MAX_PUTS) return false;
    await db.insertInto('media.puts').values({ put_id, owner_id, ends_at: ENDS_AT }).execute();
    return true;
  });
  if (!taken) return 'full';
  const row = queriesOn(pool).updateTable('media.puts').where('put_id', '=', put_id);
  // Without a renewal another request may take the slot; this one goes on.
  const renewal = () =>
    void row
      .set({ ends_at: ENDS_AT })
      .execute()
      .catch(() => undefined);
  const renewing = setInterval(renewal, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await queriesOn(pool).deleteFrom('media.puts').where('put_id', '=', put_id).execute();
  }
}
