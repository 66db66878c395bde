import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { resultTypes } from './database.ts';
import type { Tables } from './tables.gen.ts';

/** A server remembers a statement per connection: a text beyond these is sent without a name. */
const MAX_NAMES = 500;

const names = new Map<string, string>();

/** Kysely sends text only; by its name a statement stays prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `q-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

type Queryable = Pool | ClientBase;

const types = resultTypes();

class NamedStatements implements DatabaseConnection {
  readonly #on: Queryable;
  constructor(on: Queryable) {
    this.#on = on;
  }
  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery) {
    const query = { name: nameOf(text), text, values: [...parameters], types };
    const { rows, rowCount } = await this.#on.query(query);
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
  }
  // biome-ignore lint/correctness/useYield: rows are never streamed
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('streams go through pg itself');
  }
}

const noTransaction = (): Promise<void> =>
  Promise.reject(new Error('transactions are inTransaction: ask its client'));

const driverOn = (on: Queryable): Driver => ({
  init: async () => undefined,
  acquireConnection: async () => new NamedStatements(on),
  beginTransaction: noTransaction,
  commitTransaction: noTransaction,
  rollbackTransaction: noTransaction,
  releaseConnection: async () => undefined,
  destroy: async () => undefined,
});

const known = new WeakMap<Queryable, Kysely<Tables>>();

/** Queries of ordinary tables, on a pool or on the client of a transaction. */
export function queriesOn(on: Queryable): Kysely<Tables> {
  const queries =
    known.get(on) ??
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOn(on),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
  known.set(on, queries);
  return queries;
}

/** `= any(…)`: one statement for lists of every length. */
export const anyOf = <Value>(values: readonly Value[]) => sql<Value>`any(${values})`;
