import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { ddlOf, fingerprintOf, indexesOf, type Projection } from './projection.ts';
import { inTransaction } from './transaction.ts';

export type GenerationState = 'building' | 'checking' | 'live' | 'retired';

/** One set of a projection's tables, with its checkpoint. */
export interface Generation {
  name: string;
  generation: number;
  fingerprint: string;
  state: GenerationState;
  position: number;
  /** Hash of the definition of the tables; null in old rows. */
  tables_hash: string | null;
  /** Streams that are skipped because one of their events was set aside. */
  set_aside: readonly string[];
  /** All streams that are left out, also skipped ones, each with its first such position. */
  left_out: ReadonlyMap<string, number>;
  /** Number of an operator's decisions to skip streams that are known here. */
  decisions: number;
}

/** Projections with the same tables have the same. */
export const hashOfTables = (projection: Projection): string =>
  createHash('sha256').update(ddlOf(projection)).digest('hex');

export const schemaOf = ({ name, generation }: Pick<Generation, 'name' | 'generation'>): string =>
  `rm_${name}_${generation}`;

/** Creating and swapping generations is done by one at a time. */
const LAYOUT_LOCK = 7_420_101;

type Queryable = Pick<ClientBase, 'query'>;

/** @param lock locks the rows, so that these checkpoints do not move until the transaction ends */
export async function generationsOf(
  db: Queryable,
  name: string,
  state: GenerationState,
  lock: 'lock' | 'look' = 'look',
): Promise<Generation[]> {
  const { rows } = await db.query<Generation & { left_out: Record<string, number> }>(
    `SELECT name, generation, fingerprint, state, position::float8, tables_hash, decisions,
            ARRAY(SELECT s.stream FROM rm.set_aside s WHERE s.name = g.name AND s.generation = g.generation
                   ORDER BY s.position) AS set_aside,
            (SELECT coalesce(json_object_agg(stream, position), '{}')
               FROM (SELECT stream, min(position) AS position FROM rm.left_out l
                      WHERE l.name = g.name AND l.generation = g.generation GROUP BY stream) l) AS left_out
       FROM rm.generations g WHERE name = $1 AND state = $2 ORDER BY generation ${lock === 'lock' ? 'FOR UPDATE' : ''}`,
    [name, state],
  );
  return rows.map((row) => ({ ...row, left_out: new Map(Object.entries(row.left_out)) }));
}

/** Makes a projection's views show the tables of a generation. */
export async function showViews(tx: ClientBase, projection: Projection, generation: number): Promise<void> {
  const schema = schemaOf({ name: projection.name, generation });
  for (const { name: table } of projection.tables) {
    await tx.query(
      `DROP VIEW IF EXISTS rm.${table}; CREATE VIEW rm.${table} AS SELECT * FROM ${schema}.${table}`,
    );
  }
}

/** Empty tables for a projection. Those to be loaded in bulk get their indexes later. */
export async function createGeneration(
  tx: ClientBase,
  projection: Projection,
  state: GenerationState,
): Promise<Generation> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LAYOUT_LOCK]);
  const { name } = projection;
  const fingerprint = fingerprintOf(projection);
  const tables_hash = hashOfTables(projection);
  const { rows } = await tx.query<{ generation: number }>(
    `INSERT INTO rm.generations (name, generation, fingerprint, state, tables_hash)
     SELECT $1, coalesce(max(generation), 0) + 1, $2, $3, $4 FROM rm.generations WHERE name = $1
     RETURNING generation`,
    [name, fingerprint, state, tables_hash],
  );
  const generation = rows[0]?.generation;
  if (generation === undefined) throw new Error(`no generation was created for ${name}`);
  const schema = schemaOf({ name, generation });
  await tx.query(`CREATE SCHEMA ${schema}; SET LOCAL search_path = ${schema}; ${ddlOf(projection)}`);
  if (state === 'live') {
    await tx.query(indexesOf(projection));
    await showViews(tx, projection, generation);
  }
  const made = { name, generation, fingerprint, state, position: 0, tables_hash, set_aside: [] };
  const known = (await generationsOf(tx, name, state)).find((one) => one.generation === generation);
  return { ...made, decisions: 0, left_out: known?.left_out ?? new Map() };
}

/** Creates empty tables for every projection without any, so that queries work. */
export async function installReadModels(pool: Pool, projections: readonly Projection[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT name FROM rm.generations WHERE state = 'live'`,
  );
  const installed = new Set(rows.map(({ name }) => name));
  for (const projection of projections.filter(({ name }) => !installed.has(name))) {
    await inTransaction(pool, 'rm', async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [LAYOUT_LOCK]);
      const live = await generationsOf(tx, projection.name, 'live');
      if (live.length === 0) await createGeneration(tx, projection, 'live');
    });
  }
}

/** Removes tables that no view uses; those still being read are removed the next time. */
export async function dropGenerations(pool: Pool, name: string, state: GenerationState): Promise<void> {
  for (const generation of await generationsOf(pool, name, state)) {
    try {
      await inTransaction(pool, 'rm', async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = '2s'; SET LOCAL client_min_messages = warning`);
        await tx.query(`DROP SCHEMA IF EXISTS ${schemaOf(generation)} CASCADE`);
        await tx.query('DELETE FROM rm.generations WHERE name = $1 AND generation = $2', [
          name,
          generation.generation,
        ]);
      });
    } catch (error) {
      if (!isLockTrouble(error)) throw error;
    }
  }
}

/** 55P03 lock timeout, 40P01 deadlock: a reader holds a lock; a retry is enough. */
export const isLockTrouble = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
