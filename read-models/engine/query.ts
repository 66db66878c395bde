import { createHash } from 'node:crypto';
import {
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RootOperationNode,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Pool } from 'pg';
import { type Answer, type AsOf, runStatement, type Statement, statementText } from './as-of.ts';
import type { Read } from './table.ts';

/** The tables of a read model, typed as their JSON is read. */
export const queriesOf = <const Tables extends readonly { name: string }[]>(
  ..._tables: Tables
): Kysely<{ [T in Tables[number] as T['name']]: Read<T> }> => untyped;

// biome-ignore lint/suspicious/noExplicitAny: it gets its type from tables
const untyped = new Kysely<any>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('rm');

/** The place of a value in a query. */
class Param {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The values of a query as expressions. */
export type Params<Values> = {
  readonly [Name in keyof Values]-?: Expression<Exclude<Values[Name], undefined>>;
};

const params = new Proxy({}, { get: (_, name) => sql.val(new Param(String(name))) });
/** The same for parts of queries: an expression for every name. */
export const valuesOf = <Values>(): Params<Values> => params as Params<Values>;

/** Numbers each parameter once. Constants are part of the text, so that partial indexes are used. */
class StatementCompiler extends PostgresQueryCompiler {
  readonly names: string[] = [];
  protected override appendValue(value: unknown): void {
    if (value instanceof Param) {
      if (!this.names.includes(value.name)) this.names.push(value.name);
      this.append(`$${this.names.indexOf(value.name) + 1}`);
    } else this.appendImmediateValue(value);
  }
}

function compile(models: readonly string[], query: Expression<unknown>): Statement & { names: string[] } {
  const compiler = new StatementCompiler();
  // A query builder or a template of SQL: both are statements.
  const root = query.toOperationNode() as RootOperationNode;
  const rows = compiler.compileQuery(root, { queryId: '' }).sql;
  const text = statementText(rows, compiler.names.length);
  const name = `q-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  return { name, text, models, names: compiler.names };
}

/**
 * A query of read models, compiled with its first use; it stays prepared. Rows reach the caller as JSON does.
 * @param models the read models of the query; the answer is complete up to the slowest of them
 * @param build gets an expression for each value; a value that is left out is NULL
 */
export function query<Values, Row>(
  models: readonly string[],
  build: (params: Params<Values>) => Expression<Row>,
): (pool: Pick<Pool, 'query'>, values: Values) => Promise<Answer<Row>> {
  let statement: ReturnType<typeof compile> | undefined;
  return (pool, values) => {
    statement ??= compile(models, build(valuesOf<Values>()));
    const parameters = values as Readonly<Record<string, unknown>>;
    return runStatement<Row>(
      pool,
      statement,
      statement.names.map((name) => parameters[name] ?? null),
    );
  };
}

type Run<Values, Row> = ReturnType<typeof query<Values, Row>>;

/** Two forms of a query: about the present, and about a past log position, `until`. */
export function presentOrPast<Values extends { until?: number | undefined }, Row>(
  models: readonly string[],
  build: (params: Params<Values>, past: boolean) => Expression<Row>,
): Run<Values, Row> {
  const present = query(models, (params: Params<Values>) => build(params, false));
  const past = query(models, (params: Params<Values>) => build(params, true));
  return (pool, values) => (values.until === undefined ? present : past)(pool, values);
}

/** One query for each shape, made with its first use. */
export function perShape<Shape, Made>(make: (shape: Shape) => Made): (shape: Shape) => Made {
  const made = new Map<string, Made>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const one = made.get(key) ?? make(shape);
    made.set(key, one);
    return one;
  };
}

/** A query with exactly one row. */
export const oneRow =
  <Values, Row>(run: Run<Values, Row>) =>
  async (pool: Pick<Pool, 'query'>, values: Values): Promise<Row & { as_of: AsOf }> => {
    const { rows, as_of } = await run(pool, values);
    const [row] = rows;
    if (row === undefined) throw new Error('a query for one row gave none');
    return { ...row, as_of };
  };

export const single = <Values, Row>(
  models: readonly string[],
  build: (params: Params<Values>) => Expression<Row>,
) => oneRow(query(models, build));

export interface PageRange {
  limit: number;
  offset: number;
}

/** A page of a list, and how many rows the whole list has. */
export interface Page<Row> {
  total_count: number;
  list: Row[];
}

/** Rows as one JSON array. */
export const jsonList = <Row>(rows: Expression<Row>) =>
  sql<Row[]>`(SELECT coalesce(json_agg(page), '[]') FROM ${rows} AS page)`;

export const pageRow = <Row>(total: Expression<number>, rows: Expression<Row>) =>
  sql<Page<Row>>`SELECT ${total} AS total_count, ${jsonList(rows)} AS list`;

/**
 * A value that the planner does not see. A limit that it sees makes a plan for the call look cheaper than the stored one,
 * so that a large table's query is planned for each call. Not for queries with optional filters: their plans differ.
 */
export const unplanned = <Value = number>(value: Expression<Value>, type: 'bigint' | 'date' = 'bigint') =>
  sql<Value>`(SELECT ${value}::${sql.raw(type)})`;

/** The same with all rows counted, if `stored` does not count them: then the list is large and has no optional filter. */
export const pageOf = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: Params<PageRange>,
  stored?: Expression<number>,
) =>
  stored === undefined
    ? pageRow(
        sql`${rows.clearSelect().clearOrderBy().select(sql`count(*)`.as('count'))}`,
        rows.limit(limit).offset(offset),
      )
    : pageRow(stored, rows.limit(unplanned(limit)).offset(unplanned(offset)));

export const withColumns = <Row, More>(select: Expression<Row>, columns: Expression<More>) =>
  sql<Row & More>`${select}, ${columns}`;

/**
 * A query for a page of a list.
 * @param count how many rows there are, if that is stored; otherwise they are counted
 */
export const paged = <Values, DB, TB extends keyof DB, Row>(
  models: readonly string[],
  build: (params: Params<Values>) => SelectQueryBuilder<DB, TB, Row>,
  count?: (params: Params<Values>) => Expression<number>,
) =>
  single(models, (params: Params<Values & PageRange>) =>
    pageOf(build(params), params as Params<PageRange>, count?.(params)),
  );

/** A column of milliseconds as seconds. */
export const seconds = <Value extends number | null = number>(column: string) =>
  sql<Value>`${sql.ref(column)} / 1000`;

export const anyOf = <Value>(values: Expression<readonly Value[]>) => sql<Value>`any(${values})`;

export const ifGiven = (value: Expression<unknown>, type: string, condition: Expression<SqlBool>) =>
  sql<SqlBool>`(${value}::${sql.raw(type)} IS NULL OR ${condition})`;

/** Columns of rows. */
export type RowOf<Query> = Query extends (...values: never) => Promise<infer Found>
  ? Found extends { list: (infer Row)[] }
    ? Row
    : Found extends Answer<infer Row>
      ? Row
      : never
  : never;
