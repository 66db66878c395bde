import {
  type ClientBase,
  type ClientConfig,
  type Pool,
  type PoolClient,
  type PoolConfig,
  TypeOverrides,
  types,
} from 'pg';
import { openPool } from '#events/log/postgres/open-pool.ts';
import { repeatedOnce } from './connections/deadlock.ts';

export class DatabaseError extends Error {}

/** Keeps the WAL in the database until the backup has it, to 4 GiB (`max_slot_wal_keep_size`). */
export const BACKUP_SLOT = 'fanwatt_backup';
/** The time of the backup's newest copy in `runtime.marks`; before the first one, when backups began. */
export const BACKUP_COPY_MARK = 'backup_copy';

/** bigint as a number; one that a number cannot hold exactly is a bug, never a rounded value. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond what a number holds: ${text}`);
  return value;
}

/** Result types of this program: bigint comes as a number. */
export function resultTypes(): TypeOverrides {
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

/** A reachable server has ended a statement by its timeout before; one that has not is silent. */
const SILENCE_MS = 5_000;

/**
 * Session settings of the server: a session whose host has vanished ends and releases its locks after 20 s, and a
 * query whose client is gone is stopped.
 */
const SESSION_OPTIONS = Object.entries({
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 15_000,
  client_connection_check_interval: 5_000,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** How every connection of this program is made: both sides notice when the other has vanished. */
export function connectionConfig(url: string, name: string): ClientConfig {
  // Options in the address would take the place of ours.
  const address = new URL(url);
  const own = address.searchParams.get('options');
  if (own !== null) address.searchParams.set('options', `${own} ${SESSION_OPTIONS}`);
  return {
    connectionString: own === null ? url : address.href,
    application_name: `fanwatt-${name}`,
    options: SESSION_OPTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
  };
}

/** After one silent connection the idle ones are not trusted: the next query opens another. */
function dropIdleWhenSilent(pool: Pool): void {
  const idle = new Set<PoolClient>();
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('remove', (client) => void idle.delete(client));
  pool.on('release', (error: Error | boolean | undefined, client) => {
    if (!(error instanceof Error)) idle.add(client);
    else if (isSilence(error)) for (const other of idle) other.connection.stream.destroy();
  });
}

const isSilence = ({ message, cause }: Error): boolean =>
  message === 'Query read timeout' || (cause instanceof Error && isSilence(cause));

/** A statement outside of a transaction does nothing if a deadlock ends it: it is sent once more. */
function repeatStatements(pool: Pool): void {
  const query = pool.query.bind(pool);
  Object.assign(pool, {
    query: (...statement: Parameters<typeof query>) => repeatedOnce(async () => query(...statement)),
  });
}

/** Connections to PostgreSQL with time limits on everything that could wait forever. */
export function createPool(url: string, { name, max = 12, statementTimeoutMs = 30_000 }: PoolOptions): Pool {
  const config: PoolConfig = {
    ...connectionConfig(url, name),
    max,
    types: resultTypes(),
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // Without a statement limit a slow statement and silence cannot be distinguished.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + SILENCE_MS }),
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = openPool(config);
  dropIdleWhenSilent(pool);
  repeatStatements(pool);
  return pool;
}

/** The oldest version of PostgreSQL that the tests run on. */
const OLDEST_VERSION = 16;

/** Throws a DatabaseError of one line when PostgreSQL is too old. */
export async function requireVersion(database: Pick<Pool | ClientBase, 'query'>): Promise<void> {
  const { rows } = await database.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  const [found] = rows;
  if (found && Math.floor(found.number / 10_000) < OLDEST_VERSION) {
    throw new DatabaseError(
      `PostgreSQL ${found.version} is too old: PostgreSQL ${OLDEST_VERSION} or newer is needed`,
    );
  }
}

/** Throws a DatabaseError of one line, without the password, when the database does not answer or is too old. */
export async function requireDatabase(pool: Pool, url: string): Promise<void> {
  try {
    await requireVersion(pool);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { hostname, port, pathname } = new URL(url);
    // A folder, when it is by a socket there.
    const host = decodeURIComponent(hostname);
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    throw new DatabaseError(
      `no database at ${host}:${port || 5432}${pathname} (${why}): check DATABASE_URL and that PostgreSQL runs`,
    );
  }
}
