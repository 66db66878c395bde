import type { Pool, QueryConfig } from 'pg';

const withoutLock = (text: string): string => text.replace(/ for (no key )?update/i, '');

/** The same database without locks of rows: the negative control of a race. */
export const withoutLocks = (pool: Pool): Pool => {
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: string | QueryConfig, values?: unknown[]) =>
      typeof statement === 'string'
        ? client.query(withoutLock(statement), values)
        : client.query({ ...statement, name: undefined, text: withoutLock(statement.text) });
    return { query, release: (error?: Error) => client.release(error) };
  };
  return { connect, query: pool.query.bind(pool), options: pool.options } as unknown as Pool;
};
