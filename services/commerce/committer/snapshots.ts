import type { Pool } from 'pg';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import type { Folded } from '../engine/stream-kind.ts';
import { kindOf } from './stream-kinds.ts';

/** Folds of long streams, stored beside the log. Their loss costs time, never data. */
export interface Snapshots {
  /** Stored folds of the kinds' present shapes. */
  load(streams: readonly string[]): Promise<ReadonlyMap<string, Folded>>;
  /** Replaces older folds of the same streams; an older fold never replaces a newer. */
  save(folds: ReadonlyMap<string, Folded>): Promise<void>;
}

/** A state that is larger is not saved. */
const MAX_BYTES = 8_388_608;
/** States are written in statements of about this many bytes. */
const BATCH_BYTES = 1_048_576;

interface SavedFold extends Folded {
  stream: string;
  state: string;
}

// In one order everywhere, so that two processes that save the same streams cannot wait for each other.
async function write(pool: Pool, folds: readonly SavedFold[]): Promise<void> {
  await pool.query({
    name: 'snapshots-save',
    text: `INSERT INTO commerce.snapshots (stream, shape, version, position, state)
           SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::json[]) ORDER BY 1
           ON CONFLICT (stream) DO UPDATE
             SET shape = excluded.shape, version = excluded.version, position = excluded.position,
                 state = excluded.state
           WHERE snapshots.version < excluded.version OR snapshots.shape <> excluded.shape`,
    values: [
      folds.map(({ stream }) => stream),
      folds.map(({ stream }) => kindOf(stream).shape),
      folds.map(({ version }) => version),
      folds.map(({ position }) => position),
      folds.map(({ state }) => state),
    ],
  });
}

export function postgresSnapshots(pool: Pool): Snapshots {
  return {
    async load(streams) {
      const saved = queriesOn(pool).selectFrom('commerce.snapshots').where('stream', '=', anyOf(streams));
      const rows = await saved.selectAll().execute();
      return new Map(
        rows
          .filter(({ stream, shape }) => kindOf(stream).shape === shape)
          .map(({ stream, state, version, position }) => [stream, { state, version, position }]),
      );
    },
    async save(folds) {
      let batch: SavedFold[] = [];
      let bytes = 0;
      for (const [stream, folded] of folds) {
        const state = JSON.stringify(folded.state);
        const size = Buffer.byteLength(state);
        // Its stream is read from the snapshot before, or from its beginning, in pages.
        if (size > MAX_BYTES) continue;
        batch.push({ ...folded, stream, state });
        bytes += size;
        if (bytes < BATCH_BYTES) continue;
        await write(pool, batch);
        batch = [];
        bytes = 0;
      }
      if (batch.length > 0) await write(pool, batch);
    },
  };
}
