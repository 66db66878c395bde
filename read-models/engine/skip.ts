import type { Pool } from 'pg';
import { dropGenerations, type Generation, generationsOf } from './generations.ts';
import type { Projection } from './projection.ts';
import { asOnlyBuilder } from './rebuild.ts';
import { inTransaction } from './transaction.ts';

/** A stream that a read model leaves out by an operator's decision. */
export interface Skipped {
  stream: string;
  /** The first position whose events are left out. */
  position: number;
  decider: string;
  reason: string;
  at: Date;
}

type Db = Pick<Pool, 'query'>;

/** In the order in which they begin. */
export async function skippedBy(db: Db, { name }: Pick<Projection, 'name'>): Promise<Skipped[]> {
  const { rows } = await db.query<Skipped>(
    `SELECT stream, position::float8, decider, reason, at FROM rm.skipped WHERE name = $1 ORDER BY position, stream`,
    [name],
  );
  return rows;
}

/**
 * Changes what a read model skips, while nobody projects it or builds its tables. Projectors that do not know of the
 * decision cannot move a checkpoint afterwards.
 */
function decide<Result>(
  pool: Pool,
  { name }: Projection,
  change: (tx: Db, live: Generation) => Promise<Result>,
): Promise<Result> {
  return asOnlyBuilder(pool, name, async () => {
    await dropGenerations(pool, name, 'building');
    return inTransaction(pool, 'rm', async (tx) => {
      const [live] = await generationsOf(tx, name, 'live', 'lock');
      if (!live) throw new Error(`${name} has no live tables`);
      await tx.query('UPDATE rm.generations SET decisions = decisions + 1 WHERE name = $1', [name]);
      return change(tx, live);
    });
  });
}

/**
 * Leaves a stream out from the live tables' position on, or from the event that was set aside. Rebuilt tables leave out
 * the same events. Throws RebuildUnderWay.
 * @returns the first position that is left out; undefined if the stream is skipped already
 */
export const skip = (
  pool: Pool,
  projection: Projection,
  { stream, decider, reason }: Pick<Skipped, 'stream' | 'decider' | 'reason'>,
): Promise<number | undefined> =>
  decide(pool, projection, async (tx, { name, generation, left_out, position }) => {
    const from = left_out.get(stream) ?? position + 1;
    const { rowCount } = await tx.query(
      `INSERT INTO rm.skipped (name, stream, position, decider, reason) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [name, stream, from, decider, reason],
    );
    if (rowCount === 0) return undefined;
    await tx.query('DELETE FROM rm.set_aside WHERE name = $1 AND generation = $2 AND stream = $3', [
      name,
      generation,
      stream,
    ]);
    return from;
  });

/**
 * Ends the skipping of a stream. The live tables lack its events, so they leave it out until they are rebuilt. Throws
 * RebuildUnderWay.
 * @returns false if the stream is not skipped
 */
export const unskip = (pool: Pool, projection: Projection, stream: string): Promise<boolean> =>
  decide(pool, projection, async (tx, { name, generation }) => {
    const { rowCount } = await tx.query(
      // An event before the skipped ones may be set aside already, where tables were rebuilt: it comes first.
      `WITH ended AS (DELETE FROM rm.skipped WHERE name = $1 AND stream = $3 RETURNING *),
            kept AS (INSERT INTO rm.set_aside (name, generation, stream, position, type, error)
                     SELECT name, $2, stream, position, 'skipped', reason FROM ended
                     ON CONFLICT DO NOTHING)
       SELECT FROM ended`,
      [name, generation, stream],
    );
    return rowCount === 1;
  });
