import type { PoolClient } from 'pg';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { derivedRing, headOf, open, seal } from '#services/runtime/seal.ts';
import type { SecretName } from '#services/runtime/secrets.ts';

/** The key of the last row of a batch, as text. */
export type RowKey = readonly string[];

/** Rows of a batch: they are locked for some hundredths of a second. */
export const BATCH = 200;

export interface Batch {
  /** Undefined: the end. */
  after: RowKey | undefined;
  rewritten: number;
}

/** A table with values of a key, and how the next of them are written with the newest one. */
export interface Place {
  name: SecretName;
  /** Unique; progress is stored under it. */
  place: string;
  /** Rewrites the rows after a key, in a transaction. */
  next(client: PoolClient, after: RowKey | undefined): Promise<Batch>;
}

interface SealedColumn {
  name: 'vault' | 'lookup';
  table: string;
  column: string;
  /** Columns of the primary key, with their types. */
  key: Readonly<Record<string, 'text' | 'bigint' | 'int' | 'bytea'>>;
  /** How the key is derived; without it the master key itself. */
  purpose?: string;
  /** A fixed text, or columns whose texts are joined by zero bytes. */
  context: string | readonly string[];
}

/** Columns whose values a master key, or one derived from it, has sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'vault',
    table: 'accounts.person_keys',
    column: 'wrapped',
    key: { user_id: 'text' },
    context: ['user_id'],
  },
  {
    name: 'vault',
    table: 'runtime.outbox',
    column: 'sealed',
    key: { id: 'bigint' },
    purpose: 'outbox',
    context: ['template'],
  },
  {
    name: 'vault',
    table: 'runtime.outbox',
    column: 'sealed_to',
    key: { id: 'bigint' },
    purpose: 'outbox',
    context: 'address',
  },
  {
    name: 'vault',
    table: 'accounts.open_tokens',
    column: 'sealed',
    key: { token_id: 'text' },
    purpose: 'open-tokens',
    context: ['token_id'],
  },
  {
    name: 'vault',
    table: 'accounts.webhooks',
    column: 'sealed',
    key: { webhook_id: 'text' },
    purpose: 'webhooks',
    context: ['webhook_id'],
  },
  {
    name: 'vault',
    table: 'accounts.webhook_deliveries',
    column: 'answer',
    key: { delivery_id: 'bigint' },
    purpose: 'webhooks',
    context: ['delivery_id'],
  },
  {
    name: 'vault',
    table: 'accounts.webhook_keys',
    column: 'sealed',
    key: { key_id: 'text' },
    purpose: 'webhooks',
    context: ['key_id'],
  },
  {
    name: 'vault',
    table: 'sandbox.received_calls',
    column: 'sealed',
    key: { user_id: 'text', call_id: 'bigint' },
    purpose: 'webhooks',
    context: ['user_id'],
  },
  {
    name: 'vault',
    table: 'accounts.push_subscriptions',
    column: 'sealed',
    key: { endpoint_hash: 'bytea' },
    purpose: 'push',
    context: 'push subscription',
  },
  {
    name: 'vault',
    table: 'commerce.reply_lines',
    column: 'sealed',
    key: { fill_id: 'text', place: 'int' },
    purpose: 'replies',
    context: ['fill_id', 'place'],
  },
];

interface SealedRow {
  key: string[];
  sealed: Buffer;
  context: string[];
}

function resealed(row: SealedRow, ring: KeyRing, context: SealedColumn['context']): Buffer | undefined {
  const bound = typeof context === 'string' ? context : row.context.join('\0');
  try {
    return seal(ring, open(ring, row.sealed, bound), bound);
  } catch {
    // Of no key of the settings: it was unreadable before.
    return undefined;
  }
}

/** Values of other keys are found by their first bytes, so those of the newest key are not read. */
export function sealedPlace(column: SealedColumn, master: KeyRing): Place {
  const { name, table, key, purpose, context } = column;
  const ring = purpose === undefined ? master : derivedRing(master, purpose);
  const names = Object.keys(key);
  const types = Object.values(key);
  const list = names.join(', ');
  const contexts = typeof context === 'string' ? [] : context;
  const texts = (columns: readonly string[]): string =>
    columns.length === 0 ? `'{}'::text[]` : `ARRAY[${columns.map((one) => `${one}::text`).join(', ')}]`;
  const limits = types.map((type, n) => `$${n + 2}::text::${type}`).join(', ');
  const select = (after: RowKey | undefined) => `
    SELECT ${texts(names)} AS key, ${column.column} AS sealed, ${texts(contexts)} AS context FROM ${table}
     WHERE ${column.column} IS NOT NULL AND substring(${column.column} FROM 1 FOR 12) <> $1
       ${after ? `AND (${list}) > (${limits})` : ''}
     ORDER BY ${list} LIMIT ${BATCH} FOR UPDATE`;
  const update = `
    UPDATE ${table} SET ${column.column} = n.sealed
      FROM unnest($1::bytea[], ${types.map((_, n) => `$${n + 2}::text[]`).join(', ')})
           AS n (sealed, ${names.map((one) => `n_${one}`).join(', ')})
     WHERE ${names.map((one, n) => `${table}.${one} = n.n_${one}::${types[n]}`).join(' AND ')}`;
  return {
    name,
    place: `${table}.${column.column}`,
    async next(client, after) {
      const { rows } = await client.query<SealedRow>(select(after), [headOf(ring[0].id), ...(after ?? [])]);
      const made = rows.flatMap((row) => {
        const sealed = resealed(row, ring, context);
        return sealed ? [{ key: row.key, sealed }] : [];
      });
      if (made.length > 0) {
        await client.query(update, [
          made.map(({ sealed }) => sealed),
          ...names.map((_, n) => made.map((row) => row.key[n])),
        ]);
      }
      return { after: rows.length < BATCH ? undefined : rows.at(-1)?.key, rewritten: made.length };
    },
  };
}
