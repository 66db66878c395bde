import type { TestApi } from './test-api.ts';

type Tested = Pick<TestApi, 'deps'>;

/** How many stored counts differ from their marks and likes. */
export async function drifted({ deps: { pool } }: Tested): Promise<number> {
  const { rows } = await pool.query<{ drifted: number }>(
    `SELECT count(*)::int AS drifted
       FROM (SELECT kind, subject_id, count(*) FROM relations.marks GROUP BY kind, subject_id) counted
       FULL JOIN relations.mark_counts stored USING (kind, subject_id)
      WHERE counted.count IS DISTINCT FROM stored.count`,
  );
  return rows[0]?.drifted ?? 0;
}

/** The counts as a program writes them that reads the old value first. */
const CARELESS = `
  CREATE OR REPLACE FUNCTION relations.count_marks() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    one record;
    old_count bigint;
  BEGIN
    FOR one IN SELECT * FROM changed LOOP
      SELECT count INTO old_count FROM relations.mark_counts WHERE kind = one.kind AND subject_id = one.subject_id;
      PERFORM pg_sleep(0.01);
      INSERT INTO relations.mark_counts VALUES (one.kind, one.subject_id, 1)
      ON CONFLICT (kind, subject_id) DO UPDATE
        SET count = greatest(0, old_count + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
    END LOOP;
    RETURN NULL;
  END $$`;

/** Runs a negative control without the guard of the counts, and removes all marks afterwards. */
export async function withCarelessCounts<Result>(
  { deps: { pool } }: Tested,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT pg_get_functiondef('relations.count_marks'::regproc) AS text`,
  );
  await pool.query(CARELESS);
  try {
    return await work();
  } finally {
    await pool.query(rows[0]?.text ?? '');
    await pool.query('TRUNCATE relations.marks, relations.mark_counts');
  }
}
