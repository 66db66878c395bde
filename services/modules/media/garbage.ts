import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import type { MediaStore } from './media-store.ts';

/** A request that began before can still write an object. */
const LATE_SECONDS = 1_200;
const AT_ONCE = 500;

/** Notes objects for removal, in the transaction that forgets their names. @param late also what is written after it */
export async function noteGarbage(
  client: Pool | PoolClient,
  objects: readonly string[],
  late = false,
): Promise<void> {
  if (objects.length === 0) return;
  const due_at = sql<Date>`now() + make_interval(secs => ${late ? LATE_SECONDS : 0})`;
  await queriesOn(client)
    .insertInto('media.garbage')
    .values(objects.toSorted().map((object) => ({ object, due_at })))
    .onConflict((is) => is.column('object').doUpdateSet({ due_at }))
    .execute();
}

/** Removes objects now; those that remain by an error are removed later. */
export async function removeNow(
  pool: Pool,
  store: Pick<MediaStore, 'remove'>,
  objects: readonly string[],
): Promise<void> {
  const removed = await Promise.allSettled(objects.map(store.remove));
  const done = objects.filter((_, at) => removed[at]?.status === 'fulfilled');
  if (done.length === 0) return;
  const due = sql<boolean>`due_at <= clock_timestamp()`;
  await withoutWaiting(pool, done).where(due).execute();
}

/** Forgets objects that are removed. Those that somebody else forgets at the same time are left to them. */
const withoutWaiting = (pool: Pool, objects: readonly string[]) => {
  const db = queriesOn(pool);
  const own = db.selectFrom('media.garbage').where('object', '=', anyOf(objects)).select('object');
  return db.deleteFrom('media.garbage').where('object', 'in', own.forUpdate().skipLocked());
};

/** Removes all objects whose time has come. @returns how many */
export async function removeGarbage(pool: Pool, store: Pick<MediaStore, 'remove'>): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await queriesOn(pool)
      .selectFrom('media.garbage')
      .where('due_at', '<=', sql<Date>`now()`)
      .select('object')
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute();
    for (const { object } of rows) await store.remove(object);
    const names = rows.map(({ object }) => object);
    await withoutWaiting(pool, names).execute();
    count += rows.length;
    if (rows.length < AT_ONCE) return count;
  }
}
