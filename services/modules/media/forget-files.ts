import { type RawBuilder, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** A part can still arrive as long as its address is valid. */
const LATE = sql`now() + interval '20 minutes'`;

/**
 * Deletes rows of files with all that belongs to them, and notes their objects for removal. Files under /files/ stay in
 * their folder.
 * @param which a condition on `media.files`
 * @returns the objects
 */
export async function forgetFiles(on: Pool | PoolClient, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    WITH gone AS (DELETE FROM media.files WHERE ${which} RETURNING file_id, object, upload, parts, state, public),
         objects AS (
           SELECT object, now() AS due_at FROM gone WHERE object <> '' AND NOT public
           UNION SELECT variant.object, now() FROM media.variants variant JOIN gone USING (file_id)
           UNION SELECT upload || '.' || part, ${LATE}
                   FROM gone, generate_series(1, parts) part WHERE state = 'signed')
    INSERT INTO media.garbage (object, due_at) SELECT object, due_at FROM objects
        ON CONFLICT (object) DO UPDATE SET due_at = excluded.due_at
    RETURNING object`.execute(queriesOn(on));
  return rows.map(({ object }) => object);
}

/** Deletes all files of a person whose account ends; a worker removes their objects within a minute. */
export async function forgetFilesOf(client: PoolClient, owner: UserId): Promise<void> {
  await queriesOn(client).deleteFrom('media.puts').where('owner_id', '=', owner).execute();
  await forgetFiles(client, sql`owner_id = ${owner}`);
}
