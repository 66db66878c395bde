import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** Replaces what `used_by` shows. Files that are gone are left out; files that nothing shows get the time. */
export const replaceUses = (
  pool: Pool,
  used_by: string,
  file_ids: readonly string[],
  now: Millis,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const db = queriesOn(client);
    const uses = db.selectFrom('media.uses').where('used_by', '=', used_by).select('file_id');
    // Locked, so that the removal of a file and another use of it wait.
    const found = await db
      .selectFrom('media.files')
      .where((row) => row.or([row('file_id', '=', anyOf(file_ids)), row('file_id', 'in', uses)]))
      .select('file_id')
      .orderBy('file_id')
      .forUpdate()
      .execute();
    const before = new Set((await uses.execute()).map(({ file_id }) => file_id));
    const after = new Set(file_ids);
    const added = found.map(({ file_id }) => file_id).filter((id) => after.has(id) && !before.has(id));
    const removed = [...before].filter((id) => !after.has(id));
    if (added.length > 0) {
      const rows = added.map((file_id) => ({ file_id, used_by }));
      await db.insertInto('media.uses').values(rows).execute();
      await db
        .updateTable('media.files')
        .where('file_id', '=', anyOf(added))
        .set({ unused_since: null })
        .execute();
    }
    if (removed.length === 0) return;
    await db
      .deleteFrom('media.uses')
      .where('used_by', '=', used_by)
      .where('file_id', '=', anyOf(removed))
      .execute();
    const used = db.selectFrom('media.uses').where('file_id', '=', anyOf(removed)).select('file_id');
    await db
      .updateTable('media.files')
      .where('file_id', '=', anyOf(removed))
      .where('file_id', 'not in', used)
      .set({ unused_since: now })
      .execute();
  });
