import { sql } from 'kysely';
import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { RETRY_PAUSES } from '#services/runtime/retry-pauses.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { noteGarbage, removeNow } from '../garbage.ts';
import type { MediaKind } from '../media-files.ts';
import type { MediaStore } from '../media-store.ts';
import type { MediaMade, VariantProblem } from './media-work.ts';

/** Then the file is refused. */
const MAX_ATTEMPTS = 5;
/** Owners among whom the next one is chosen, and who are remembered. */
const MAX_OWNERS = 1_000;

/** `files`: what a file needs to be ready. `films`: sizes of videos that are ready. */
export type MediaStep = 'files' | 'films';
const STATES = { files: 'checked', films: 'ready' } as const;

export interface MediaJob {
  file_id: string;
  owner_id: UserId;
  kind: MediaKind;
  /** Its name in the store, and its size. */
  object: string;
  bytes: number;
  /** In pixels; 0 when unknown. */
  width: number;
  height: number;
  /** Earlier ones. */
  attempts: number;
}

/** The queue of files whose variants are not made yet. One process works on it at a time, on one file at a time. */
export interface MediaJobs {
  /** The next job, counted as attempted; owners take turns. Undefined when none is due. */
  next(step: MediaStep): Promise<MediaJob | undefined>;
  /**
   * If the file was removed meanwhile, what was made is removed, too.
   * @param more the step `films` follows
   */
  made(file_id: string, made: MediaMade, more?: boolean): Promise<void>;
  /** @param problem key of the sentence that its owner gets */
  refused(file_id: string, problem: VariantProblem): Promise<void>;
  /** Tries again later. After too many attempts the file is refused. */
  failed(job: MediaJob): Promise<'later' | 'given up'>;
  /** The worker stops in order: this attempt does not count. */
  interrupted(job: MediaJob): Promise<void>;
}

interface Parts {
  pool: Pool;
  clock: Clock;
  store: Pick<MediaStore, 'remove'>;
}

export function openMediaJobs({ pool, clock, store }: Parts): MediaJobs {
  const db = queriesOn(pool);
  /** By owner, when the last job was taken; the oldest first. */
  const served = new Map<string, number>();
  let turn = 0;

  function countTurn(owner: string): void {
    turn += 1;
    served.delete(owner);
    served.set(owner, turn);
    const [oldest] = served.keys();
    if (served.size > MAX_OWNERS && oldest !== undefined) served.delete(oldest);
  }

  async function refused(file_id: string, problem: VariantProblem): Promise<void> {
    const objects = await inTransaction(pool, async (client) => {
      const own = queriesOn(client);
      const file = own
        .selectFrom('media.files')
        .where('file_id', '=', file_id)
        .where('state', '=', 'checked');
      const found = await file.select('object').forUpdate().execute();
      await own
        .updateTable('media.files')
        .where('file_id', '=', file_id)
        .where('state', '=', 'checked')
        .set({ state: 'refused', problem, object: '' })
        .execute();
      await own.deleteFrom('media.jobs').where('file_id', '=', file_id).execute();
      const names = found.map(({ object }) => object);
      await noteGarbage(client, names);
      return names;
    });
    await removeNow(pool, store, objects);
  }

  return {
    refused,
    async next(step) {
      const { rows: first } = await sql<{ file_id: string; owner_id: string }>`
        SELECT file_id, owner_id FROM (
          SELECT DISTINCT ON (f.owner_id) f.owner_id, j.file_id, j.due_at
            FROM media.jobs j JOIN media.files f USING (file_id) WHERE j.due_at <= now() AND f.state = ${STATES[step]}
           ORDER BY f.owner_id, j.due_at) due
         ORDER BY due_at LIMIT ${MAX_OWNERS}`.execute(db);
      const turnOf = ({ owner_id }: { owner_id: string }): number => served.get(owner_id) ?? 0;
      const [chosen] = first.toSorted((one, other) => turnOf(one) - turnOf(other));
      if (chosen === undefined) return undefined;
      countTurn(chosen.owner_id);
      const { rows } = await sql<Omit<MediaJob, 'owner_id'>>`
        UPDATE media.jobs j SET attempts = j.attempts + 1 FROM media.files f
         WHERE j.file_id = ${chosen.file_id} AND f.file_id = j.file_id
        RETURNING f.file_id, f.kind, f.object, f.bytes, coalesce(f.width, 0) AS width, coalesce(f.height, 0) AS height, j.attempts - 1 AS attempts`.execute(
        db,
      );
      const [job] = rows;
      return job && { ...job, owner_id: asUserId(chosen.owner_id) };
    },
    async made(file_id, { variants, ...found }, more = false) {
      const written = await inTransaction(pool, async (client) => {
        const own = queriesOn(client);
        const file = await own
          .updateTable('media.files')
          .where('file_id', '=', file_id)
          .where('state', 'in', ['checked', 'ready'])
          .set((row) => ({
            ...found,
            state: 'ready',
            ready_at: row.fn.coalesce('ready_at', sql<number>`${clock.now()}`),
          }))
          .returning('file_id')
          .executeTakeFirst();
        if (file === undefined) return false;
        if (variants.length > 0) {
          await own
            .insertInto('media.variants')
            .values(variants.map((variant) => ({ file_id, ...variant })))
            .onConflict((is) =>
              is.columns(['file_id', 'variant']).doUpdateSet((row) => ({
                object: row.ref('excluded.object'),
                bytes: row.ref('excluded.bytes'),
                width: row.ref('excluded.width'),
                height: row.ref('excluded.height'),
              })),
            )
            .execute();
        }
        const job = own.updateTable('media.jobs').where('file_id', '=', file_id);
        if (more) await job.set({ attempts: 0 }).execute();
        else await own.deleteFrom('media.jobs').where('file_id', '=', file_id).execute();
        return true;
      });
      const left = written ? [] : variants.map(({ object }) => object);
      await removeNow(pool, store, left);
    },
    async failed({ file_id, attempts }) {
      const pause = RETRY_PAUSES[attempts];
      if (attempts + 1 >= MAX_ATTEMPTS || pause === undefined) {
        await refused(file_id, 'not_made');
        return 'given up';
      }
      await db
        .updateTable('media.jobs')
        .where('file_id', '=', file_id)
        .set({ due_at: sql`now() + ${pause} * interval '1 millisecond'` })
        .execute();
      return 'later';
    },
    async interrupted({ file_id, attempts }) {
      await db.updateTable('media.jobs').where('file_id', '=', file_id).set({ attempts }).execute();
    },
  };
}
