import { type ClientBase, escapeIdentifier, type Pool, type PoolClient, type QueryResult } from 'pg';
import { preparing } from './prepared.ts';
import { combining, writeNow } from './writes.ts';

const ignore = (): void => undefined;

/**
 * Lends a connection. A broken one is discarded; the error reaches the caller through its query, not as an unhandled
 * event.
 */
export async function withConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  client.on('error', ignore);
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/** The schemas of unqualified names, and the settings of a batch's statements. */
const beginIn = (schemas: readonly string[]): string =>
  `BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL search_path = ${schemas.map(escapeIdentifier).join(', ')};
   SET LOCAL statement_timeout = 0; SET LOCAL plan_cache_mode = force_custom_plan`;

/** Statements, their values written out, that share a round trip with BEGIN and with COMMIT. */
export interface Riders<Result> {
  opening?: {
    sql: string;
    /** @param rowCount how many rows the last statement touched */
    done?(rowCount: number): void;
  };
  closing(result: Result): string;
}

/**
 * One transaction. `synchronous_commit` is off: a lost commit of a projection is repeated, because its checkpoint is
 * lost with it.
 * @param schema schema or schemas of unqualified names
 */
export function inTransaction<Result>(
  pool: Pool,
  schema: string | readonly string[],
  work: (tx: ClientBase) => Promise<Result>,
  riders?: Riders<Result>,
): Promise<Result> {
  return withConnection(pool, async (client) => {
    const { opening, closing } = riders ?? {};
    const begin = beginIn([schema].flat());
    // Several statements in one text answer with a result for each, which is missing in the driver's types.
    const begun: unknown = await client.query(opening ? `${begin}; ${opening.sql}` : begin);
    try {
      opening?.done?.((begun as QueryResult[]).at(-1)?.rowCount ?? 0);
      const tx = combining(preparing(client));
      const result = await work(tx);
      await writeNow(tx);
      await client.query(closing ? `${closing(result)}; COMMIT` : 'COMMIT');
      return result;
    } catch (error) {
      // The connection is closed next: a silent database is not waited for.
      await client.query({ text: 'ROLLBACK', query_timeout: 5_000 }).catch(ignore);
      throw error;
    }
  });
}
