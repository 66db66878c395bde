import type { Pool } from 'pg';

type Queries = Pick<Pool, 'query'>;

/** The plans of the statement that `ask` runs: for its values, and the stored one for any values. */
export async function plansOf(pool: Pool, ask: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  let asked = { text: '', values: [] as unknown[] };
  const query = (statement: typeof asked) => {
    asked = statement;
    return pool.query(statement.text, statement.values);
  };
  await ask({ query } as unknown as Queries);
  const plans = [
    await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${asked.text}`, asked.values),
    await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${asked.text}`),
  ];
  return plans.map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'));
}
