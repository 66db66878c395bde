import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { forgetFiles } from './forget-files.ts';
import { removeGarbage } from './garbage.ts';
import type { MediaStore } from './media-store.ts';

const DAY_MS = 86_400_000;
/** A file that nothing shows, and the row of a refused one, stay for so long. */
const UNUSED_MS = 7 * DAY_MS;

interface RemovalParts {
  pool: Pool;
  store: Pick<MediaStore, 'remove'>;
}

/** Removes expired uploads, files that nothing has shown for 7 days, and objects that belong to no file. */
export async function removeDue({ pool, store }: RemovalParts, now: Millis): Promise<void> {
  await forgetFiles(
    pool,
    sql`state = 'signed' AND expires_at <= ${now}
        AND (check_ends_at IS NULL OR check_ends_at <= clock_timestamp())`,
  );
  await forgetFiles(
    pool,
    sql`unused_since <= ${now - UNUSED_MS}
        AND NOT EXISTS (SELECT FROM media.uses used WHERE used.file_id = media.files.file_id)`,
  );
  await forgetFiles(pool, sql`state = 'refused' AND created_at <= ${now - UNUSED_MS}`);
  await removeGarbage(pool, store);
}

/** How often it is looked for. */
const EVERY_MS = 60_000;

/** For a worker that acts again and again: `removeDue` once a minute, and when the clock moves. */
export function dueRemoval(parts: RemovalParts & { clock: { now(): Millis } }): () => Promise<number> {
  let next = 0;
  return async () => {
    const now = parts.clock.now();
    // The clock may step back.
    if (now < next && now >= next - EVERY_MS) return next;
    await removeDue(parts, now);
    next = now + EVERY_MS;
    return next;
  };
}
