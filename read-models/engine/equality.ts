import type { ClientBase, Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { dropGenerations, type Generation, generationsOf, schemaOf } from './generations.ts';
import type { Projection } from './projection.ts';
import { batchesOf } from './read-log.ts';
import { asOnlyBuilder, load, type RebuildOptions, unfinishedOrNew } from './rebuild.ts';
import { applySettingAside } from './set-aside.ts';
import { inTransaction, withConnection } from './transaction.ts';

const EVENTS_PER_BATCH = 5_000;

export interface TableHash {
  table: string;
  rows: number;
  /** Equal for equal rows in any order. */
  hash: string;
}

export interface Equality {
  name: string;
  /** The position at which both were compared. */
  position: number;
  equal: boolean;
  live: TableHash[];
  rebuilt: TableHash[];
}

/** Two sums over independent 64-bit hashes of the rows: order does not matter, one changed row does. */
export async function hashTables(
  db: Pick<ClientBase, 'query'>,
  projection: Projection,
  generation: Pick<Generation, 'name' | 'generation'>,
): Promise<TableHash[]> {
  const hashes: TableHash[] = [];
  for (const { name: table } of projection.tables) {
    const { rows } = await db.query<{ rows: string; hash: string }>(
      `SELECT count(*) AS rows,
              coalesce(sum(hashtextextended(t::text, 0)), 0) || ':' ||
              coalesce(sum(hashtextextended(t::text, 7)), 0) AS hash
         FROM ${schemaOf(generation)}.${table} t`,
    );
    hashes.push({ table, rows: Number(rows[0]?.rows), hash: rows[0]?.hash ?? '' });
  }
  return hashes;
}

const same = (one: TableHash[], other: TableHash[]): boolean =>
  one.every((table, index) => table.hash === other[index]?.hash && table.rows === other[index]?.rows);

/** Stops the live projector at a position, builds the other tables up to it, and hashes both in one snapshot. */
async function compare(
  pool: Pool,
  log: EventLog,
  projection: Projection,
  loaded: Generation,
): Promise<Equality> {
  return withConnection(pool, async (reader) => {
    const found = await inTransaction(pool, 'rm', async (tx) => {
      const [live] = await generationsOf(tx, projection.name, 'live', 'lock');
      if (!live) throw new Error(`${projection.name} has no live tables to compare with`);
      let built = loaded;
      const range = { limit: EVENTS_PER_BATCH, until: live.position };
      for await (const batch of batchesOf(log, projection, built.position, range)) {
        built = await applySettingAside({ pool, projection }, built, batch);
      }
      // The first query takes the snapshot, while the live tables are still at the position that was read.
      await reader.query(
        'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SELECT 1',
      );
      return { live, built };
    });
    const live = await hashTables(reader, projection, found.live);
    const rebuilt = await hashTables(reader, projection, found.built);
    await reader.query('COMMIT');
    const together = found.built.position === found.live.position;
    return {
      name: projection.name,
      position: found.live.position,
      equal: together && same(live, rebuilt),
      live,
      rebuilt,
    };
  });
}

/** Rebuilds the tables in a second schema and compares them with the live ones at one position; then drops them. */
export function checkEquality(
  pool: Pool,
  log: EventLog,
  projection: Projection,
  options: RebuildOptions = {},
): Promise<Equality> {
  return asOnlyBuilder(pool, projection.name, async () => {
    await dropGenerations(pool, projection.name, 'checking');
    const fresh = await unfinishedOrNew(pool, projection, 'checking');
    const [live] = await generationsOf(pool, projection.name, 'live');
    const loaded = await load(pool, log, projection, fresh, { ...options, upTo: live?.position ?? 0 });
    const equality = await compare(pool, log, projection, loaded);
    await dropGenerations(pool, projection.name, 'checking');
    return equality;
  });
}
