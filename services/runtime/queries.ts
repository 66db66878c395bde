import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { resultTypes } from './database.ts';

/** A server remembers a statement per connection: a text beyond these is sent without a name. */
const MOST_NAMES = 500;

const names = new Map<string, string>();

/** Kysely sends text only; by its name a statement stays prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
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

const known = new WeakMap<Queryable, Kysely<unknown>>();

/** Queries of a pool, or of the client of a transaction. `Tables`: generated from the migrations. */
export function queriesOn<Tables>(on: Queryable): Kysely<Tables> {
  const queries =
    known.get(on) ??
    new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOn(on),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
  known.set(on, queries);
  // The tables are known to the compiler alone.
  return queries as Kysely<Tables>;
}
