import type { Pool } from 'pg';

type Queries = Pick<Pool, 'query'>;

/** The plans of the statement that `ask` runs: for its values, and the stored one for any values. */
export async function plansOf(pool: Pool, ask: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  let latest = { text: '', values: [] as unknown[] };
  const query = (statement: typeof latest) => {
    latest = statement;
    return pool.query(statement.text, statement.values);
  };
  await ask({ query } as unknown as Queries);
  const plans = [
    await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${latest.text}`, latest.values),
    await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${latest.text}`),
  ];
  return plans.map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'));
}
