import { type RawBuilder, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** A part can still arrive as long as its address is valid. */
const LATE = sql`now() + interval '20 minutes'`;

/**
 * Deletes rows of files with all that belongs to them, and notes their objects for removal. A public picture that another
 * account has, too, stays: older versions stored it once for all.
 * @param which a condition on `media.files`
 * @returns the objects
 */
export async function forgetFiles(on: Pool | PoolClient, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    WITH gone AS (DELETE FROM media.files WHERE ${which} RETURNING file_id, object, upload, parts, state, public),
         objects AS (
           SELECT object, now() AS due_at FROM gone
            WHERE object <> '' AND NOT (public AND EXISTS (
              SELECT FROM media.files other
               WHERE other.public AND other.object = gone.object AND other.file_id <> gone.file_id))
           UNION SELECT variant.object, now() FROM media.variants variant JOIN gone USING (file_id)
           UNION SELECT upload || '.' || part, ${LATE}
                   FROM gone, generate_series(1, parts) part WHERE state = 'signed')
    INSERT INTO media.garbage (object, due_at) SELECT object, due_at FROM objects ORDER BY object
        ON CONFLICT (object) DO UPDATE SET due_at = excluded.due_at
    RETURNING object`.execute(queriesOn(on));
  return rows.map(({ object }) => object);
}

/** Deletes all files of a person whose account ends; a worker removes their objects within a minute. */
export async function forgetFilesOf(client: PoolClient, owner: UserId): Promise<void> {
  await queriesOn(client).deleteFrom('media.puts').where('owner_id', '=', owner).execute();
  // Two accounts that end at once do not both leave a shared picture to the other.
  await sql`
    SELECT FROM media.files
     WHERE public AND object IN (SELECT object FROM media.files WHERE public AND owner_id = ${owner})
     ORDER BY file_id FOR UPDATE`.execute(queriesOn(client));
  await forgetFiles(client, sql`owner_id = ${owner}`);
}
