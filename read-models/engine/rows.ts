import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Columns, pick, selected, type Table } from './table.ts';
import { writeLater, writeNow } from './writes.ts';

/** From here on COPY is the quicker way in. */
const COPY_FROM_ROWS = 256;

/** A connection where statements do not wait for others: COPY cannot share it. */
const isPipeline = (tx: ClientBase): boolean => 'pipeline' in tx && tx.pipeline === true;

const namesOf = <Row>(columns: Columns<Row>): (keyof Row & string)[] =>
  Object.keys(columns) as (keyof Row & string)[];

const quoted = (text: string): string =>
  `"${/["\\]/.test(text) ? text.replace(/["\\]/g, (char) => `\\${char}`) : text}"`;

/**
 * A column as an array literal, without the driver, which also escapes numbers. Values are strings, numbers, booleans or
 * null; a column with other values is left to the driver.
 */
function arrayOf(values: readonly unknown[]): unknown {
  let literal = '{';
  for (const value of values) {
    if (literal.length > 1) literal += ',';
    if (typeof value === 'string') literal += quoted(value);
    else if (value === null || value === undefined) literal += 'NULL';
    else if (typeof value === 'object') return values;
    else literal += value;
  }
  return `${literal}}`;
}

/**
 * The rows as one SQL relation: `FROM ${sql}` with `values` as parameters $1, $2, …
 * One statement then writes or reads them all.
 */
export function relation<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  alias = 'given',
): { sql: string; names: string; values: unknown[] } {
  const names = namesOf(columns);
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
  return {
    sql: `unnest(${arrays.join(', ')}) AS ${alias}(${names.join(', ')})`,
    names: names.join(', '),
    values: names.map((name) => arrayOf(rows.map((row) => row[name]))),
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char);
  return String(value);
}

/** Inserts rows that are known to be new, set-wise. Values are strings, numbers, booleans or null. */
export async function insertRows<Row>(
  tx: ClientBase,
  { name: table, columns }: Pick<Table<Row>, 'name' | 'columns'>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  if (rows.length < COPY_FROM_ROWS || isPipeline(tx)) {
    const { sql, names, values } = relation(columns, rows);
    const text = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${sql}`;
    return writeLater(tx, { table, text, values });
  }
  await writeNow(tx);
  const names = namesOf(columns);
  const text = rows.map((row) => `${names.map((name) => field(row[name])).join('\t')}\n`).join('');
  await pipeline(Readable.from([text]), tx.query(copyFrom(`COPY ${table} (${names.join(', ')}) FROM STDIN`)));
}

interface Change<Row> {
  set?: readonly (keyof Row & string)[];
  add?: readonly (keyof Row & string)[];
}

function upsertOf<Row>(
  { name: table, key, columns }: Pick<Table<Row>, 'name' | 'key' | 'columns'>,
  rows: readonly Row[],
  { set = [], add = [] }: Change<Row>,
): { text: string; values: unknown[] } {
  const { sql, names, values } = relation(columns, rows);
  const changes = [
    ...set.map((name) => `${name} = excluded.${name}`),
    ...add.map((name) => `${name} = ${table}.${name} + excluded.${name}`),
  ];
  const text = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${sql}
     ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
  return { text, values };
}

/**
 * Inserts rows. For existing keys it sets some columns and adds to others; by default it sets all columns except the
 * key.
 */
export async function upsertRows<Row>(
  tx: ClientBase,
  table: Pick<Table<Row>, 'name' | 'key' | 'columns'>,
  rows: readonly Row[],
  change: Change<Row> = { set: namesOf(table.columns).filter((name) => !table.key.includes(name)) },
): Promise<void> {
  if (rows.length === 0) return;
  await writeLater(tx, { table: table.name, ...upsertOf(table, rows, change) });
}

/** Deletes the rows with these keys. */
export async function deleteRows<Row>(
  tx: ClientBase,
  table: Pick<Table<Row>, 'name' | 'key' | 'columns'>,
  keys: readonly Pick<Row, keyof Row & string>[],
): Promise<void> {
  if (keys.length === 0) return;
  const { sql, values } = relation(pick(table, ...table.key), keys);
  const same = table.key.map((name) => `s.${name} = given.${name}`).join(' AND ');
  const text = `DELETE FROM ${table.name} s USING ${sql} WHERE ${same}`;
  await writeLater(tx, { table: table.name, text, values });
}

/** Adds numbers to rows. A row of nothing but zeros goes, so that every way here leaves the same rows. */
export async function addRows<Row, Name extends keyof Row & string>(
  tx: ClientBase,
  table: Pick<Table<Row>, 'name' | 'key' | 'columns'>,
  added: readonly Row[],
  names: readonly Name[],
): Promise<void> {
  const rows = added.filter((row) => names.some((name) => row[name] !== 0));
  if (rows.length === 0) return;
  const key = pick(table, ...table.key);
  const zero = names.map((name) => `${name} = 0`).join(' AND ');
  const { text, values } = upsertOf(table, rows, { add: names });
  const { rows: zeros } = await tx.query<Pick<Row, keyof Row & string>>(
    `WITH written AS (${text} RETURNING *) SELECT ${selected(key)} FROM written WHERE ${zero}`,
    values,
  );
  await deleteRows(tx, table, zeros);
}
