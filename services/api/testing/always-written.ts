import type { Pool } from 'pg';

interface Written {
  /** With its schema. */
  table: string;
  column: string;
  /** In SQL; it can name `NEW` and `OLD`. */
  value: string;
  on?: 'INSERT' | 'UPDATE' | 'INSERT OR UPDATE';
}

/** A column gets this value whatever is written: the negative control of a race. */
export async function alwaysWritten(
  pool: Pool,
  { table, column, value, on = 'INSERT OR UPDATE' }: Written,
): Promise<void> {
  const [schema] = table.split('.');
  const name = `always_${column}`;
  await pool.query(
    `CREATE FUNCTION ${schema}.${name}() RETURNS trigger LANGUAGE plpgsql
       AS 'BEGIN NEW.${column} := ${value}; RETURN NEW; END'`,
  );
  await pool.query(
    `CREATE TRIGGER ${name} BEFORE ${on} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${schema}.${name}()`,
  );
}
