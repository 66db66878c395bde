import type { Pool } from 'pg';
import { type Folded, kindOf } from './state-cache.ts';
import { streamKinds } from './stream-kinds.ts';

/** Folds of long streams, kept beside the log. Losing them costs time, never truth. */
export interface Snapshots {
  /** The folds that stand, of the kinds' present shapes. */
  load(streams: readonly string[]): Promise<ReadonlyMap<string, Folded>>;
  /** Replaces older folds of the same streams; an older fold never replaces a newer. */
  save(folds: ReadonlyMap<string, Folded>): Promise<void>;
}

interface SnapshotRow {
  stream: string;
  shape: number;
  version: number;
  position: string | number;
  state: unknown;
}

export function postgresSnapshots(pool: Pool): Snapshots {
  return {
    async load(streams) {
      const { rows } = await pool.query<SnapshotRow>({
        name: 'snapshots-load',
        text: 'SELECT stream, shape, version, position, state FROM commerce.snapshots WHERE stream = ANY ($1)',
        values: [streams],
      });
      return new Map(
        rows
          .filter(({ stream, shape }) => streamKinds[kindOf(stream)].shape === shape)
          .map(({ stream, state, version, position }) => [
            stream,
            { state, version, position: Number(position) },
          ]),
      );
    },
    async save(folds) {
      const streams = [...folds.keys()];
      const values = [...folds.values()];
      await pool.query({
        name: 'snapshots-save',
        text: `INSERT INTO commerce.snapshots (stream, shape, version, position, state)
               SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::json[])
               ON CONFLICT (stream) DO UPDATE
                 SET shape = excluded.shape, version = excluded.version, position = excluded.position,
                     state = excluded.state
               WHERE snapshots.version < excluded.version OR snapshots.shape <> excluded.shape`,
        values: [
          streams,
          streams.map((stream) => streamKinds[kindOf(stream)].shape),
          values.map(({ version }) => version),
          values.map(({ position }) => position),
          values.map(({ state }) => JSON.stringify(state)),
        ],
      });
    },
  };
}
