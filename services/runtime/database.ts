import { Pool, type PoolConfig, TypeOverrides, types } from 'pg';

export class DatabaseError extends Error {}

/** bigint as a number; one that a number cannot hold exactly is a bug, never a rounded value. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond what a number holds: ${text}`);
  return value;
}

/** Result types of this program: bigint comes as a number. */
function resultTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, safeInteger);
  return overrides;
}

export interface PoolOptions {
  /** Shown in pg_stat_activity. */
  name: string;
  /** Connections; the database has room for a few processes with a dozen each. */
  max?: number;
  /** A statement that runs longer is a mistake and is ended. */
  statementTimeoutMs?: number;
}

/** Connections to PostgreSQL with limits on everything that could wait for ever. */
export function createPool(url: string, { name, max = 12, statementTimeoutMs = 30_000 }: PoolOptions): Pool {
  const config: PoolConfig = {
    connectionString: url,
    application_name: `fanwatt-${name}`,
    max,
    types: resultTypes(),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  };
  const pool = new Pool(config);
  // A connection that breaks is replaced by the next query, and whoever was using it is told by that query;
  // without these listeners it would end the process, idle or lent.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Throws a DatabaseError of one line, without the password, when the database does not answer. */
export async function requireDatabase(pool: Pool, url: string): Promise<void> {
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    // A folder, when it is by a socket there.
    const host = decodeURIComponent(hostname);
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    throw new DatabaseError(
      `no database at ${host}:${port || 5432}${pathname} (${why}): check DATABASE_URL and that PostgreSQL runs`,
    );
  }
}
