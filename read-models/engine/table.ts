/** Columns of a table with their SQL types, in the order in which they are written. */
export type Columns<Row> = { readonly [Column in keyof Row & string]: string };

/** One column: its type, the rest of its DDL, and the types of written and of read values. */
export interface Column<Value, ReadValue = Value> {
  readonly type: string;
  readonly rest: string;
  readonly value?: Value;
  readonly read?: ReadValue;
}

type AnyColumns = Readonly<Record<string, Column<unknown>>>;

type RowOf<Cols> = {
  -readonly [Name in keyof Cols]: Cols[Name] extends Column<infer Value, unknown> ? Value : never;
};

type ReadOf<Cols> = {
  -readonly [Name in keyof Cols]: Cols[Name] extends Column<unknown, infer Value> ? Value : never;
};

/** How a table is made. */
export interface TableDdl {
  readonly name: string;
  readonly ddl: string;
  /** Created after loading: a rebuild loads faster without them. */
  readonly indexes: string;
}

/** A table of a read model, from which DDL, row type and the columns of set-wise writes derive. */
export interface Table<Row, Name extends string = string, ReadRow = Row> extends TableDdl {
  readonly name: Name;
  /** Names of its primary key. */
  readonly key: readonly (keyof Row & string)[];
  readonly columns: Columns<Row>;
  readonly read?: ReadRow;
}

/** A row with written values. */
export type Row<T> = T extends { columns: Columns<infer R> } ? R : never;
/** A row as JSON gives it. */
export type Read<T> = T extends { readonly read?: infer R } ? R : never;

const column =
  <Base>(type: string, collation = '') =>
  <Value extends Base = Base>(rest = ''): Column<Value> => ({
    type,
    rest: `${collation} NOT NULL ${rest}`,
  });

/** Ids and codes: compared by bytes, which is fast and the same on every machine. */
export const id = column<string>('text', 'COLLATE "C"');
export const text = column<string>('text');
export const smallint = column<number>('smallint');
export const integer = column<number>('integer');
export const integers = column<readonly number[]>('integer[]');
export const bigints = column<readonly number[]>('bigint[]');
/** Fen, log positions and Unix milliseconds. */
export const bigint = column<number>('bigint');
export const boolean = column<boolean>('boolean');
/** `YYYY-MM-DD` */
export const date = column<string>('date');
/** Written as text. */
export const json = <ReadValue>(): Column<string, ReadValue> => ({ type: 'json', rest: ' NOT NULL ' });

export const nullable = <Value, ReadValue>({
  type,
  rest,
}: Column<Value, ReadValue>): Column<Value | null, ReadValue | null> => ({
  type,
  rest: rest.replace('NOT NULL', ''),
});

interface TableOptions<Cols> {
  key?: readonly (keyof Cols & string)[];
  /** By name what follows ON: `(status, position) WHERE …`, with UNIQUE before it for such a one. */
  indexes?: Readonly<Record<string, string>>;
  /** Indexes that folding needs: created with the table. */
  keys?: Readonly<Record<string, string>>;
  check?: string;
  fillfactor?: number;
}

const createIndexes = (table: string, indexes: Readonly<Record<string, string>> = {}): string =>
  Object.entries(indexes)
    .map(([name, what]) => {
      const unique = what.startsWith('UNIQUE ') ? 'UNIQUE ' : '';
      return `CREATE ${unique}INDEX IF NOT EXISTS ${name} ON ${table} ${what.slice(unique.length)};`;
    })
    .join('\n');

export function table<const Name extends string, const Cols extends AnyColumns>(
  name: Name,
  cols: Cols,
  { key = [], indexes, keys, check, fillfactor }: TableOptions<Cols>,
): Table<RowOf<Cols>, Name, ReadOf<Cols>> {
  const lines = [
    ...Object.entries(cols).map(([column, { type, rest }]) => `${column} ${type} ${rest}`),
    ...(key.length === 0 ? [] : [`PRIMARY KEY (${key.join(', ')})`]),
    ...(check === undefined ? [] : [`CHECK (${check})`]),
  ];
  const storage = fillfactor === undefined ? '' : ` WITH (fillfactor = ${fillfactor})`;
  const types = Object.entries(cols).map(([column, { type }]) => [column, type]);
  return {
    name,
    key,
    // Object.fromEntries loses the keys' type.
    columns: Object.fromEntries(types) as Columns<RowOf<Cols>>,
    ddl: `CREATE TABLE ${name} (${lines.join(', ')})${storage};\n${createIndexes(name, keys)}`,
    indexes: createIndexes(name, indexes),
  };
}

/** Some of a table's columns. */
export function pick<R, Name extends keyof R & string>(
  { columns }: Pick<Table<R>, 'columns'>,
  ...names: readonly Name[]
): Columns<Pick<R, Name>> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Columns<Pick<R, Name>>;
}

/** Columns to select rows as they are written: PostgreSQL's bigint as a number, dates and JSON as text. */
export const selected = <R>(columns: Columns<R>, of = ''): string =>
  (Object.entries(columns) as [string, string][])
    .map(([name, type]) => {
      const cast = { bigint: 'float8', json: 'text', date: 'text' }[type];
      return cast === undefined ? `${of}${name}` : `${of}${name}::${cast} AS ${name}`;
    })
    .join(', ');
