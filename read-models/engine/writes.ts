import { EventEmitter } from 'node:events';
import type { ClientBase } from 'pg';

/** A statement whose result nobody reads. It reads and writes this table alone, and its parameters. */
interface Write {
  table: string;
  text: string;
  values: readonly unknown[];
}

interface Waiting {
  client: ClientBase;
  writes: Write[];
}

const waiting = new WeakMap<ClientBase, Waiting>();

/** Limit of combinations that are prepared: each takes memory in every connection. Others run one by one. */
const MAX_COMBINED = 200;
const combined = new Set<string>();

/** One statement of all; each sees the tables as they were before it. */
function combine(writes: readonly Write[]): Pick<Write, 'text' | 'values'> {
  const values = writes.flatMap((write) => write.values);
  let before = 0;
  const texts = writes.map((write) => {
    const from = before;
    before += write.values.length;
    return write.text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${from + Number(number)}`);
  });
  const last = texts.pop() ?? '';
  const parts = texts.map((text, at) => `write_${at} AS (${text})`);
  return { text: parts.length === 0 ? last : `WITH ${parts.join(', ')} ${last}`, values };
}

async function flush({ client, writes }: Waiting): Promise<void> {
  const taken = writes.splice(0);
  if (taken.length === 0) return;
  const { text, values } = combine(taken);
  if (combined.has(text) || combined.size < MAX_COMBINED) {
    combined.add(text);
    await client.query(text, [...values]);
    return;
  }
  for (const one of taken) await client.query(one.text, [...one.values]);
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  // A stream of rows (COPY) must be returned at once.
  if (query instanceof EventEmitter) return '';
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/**
 * The same connection, but writes of `writeLater` wait and share one statement, because a round trip costs more than
 * most writes. They run before a query that contains the name of one of their tables, or at `writeNow`.
 */
export function combining<Client extends ClientBase>(client: Client): Client {
  const own: Waiting = { client, writes: [] };
  const tx = new Proxy(client, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (property !== 'query' || typeof member !== 'function') return member;
      return (...query: unknown[]): unknown => {
        const run = (): unknown => Reflect.apply(member, target, query);
        const text = textOf(query[0]);
        return own.writes.some(({ table }) => text.includes(table)) ? flush(own).then(run) : run();
      };
    },
  });
  waiting.set(tx, own);
  return tx;
}

/** Runs a write together with the next writes of other tables. Without `combining` it runs at once. */
export async function writeLater(tx: ClientBase, write: Write): Promise<void> {
  const own = waiting.get(tx);
  if (!own) return void (await tx.query(write.text, [...write.values]));
  if (own.writes.some(({ table }) => table === write.table)) await flush(own);
  own.writes.push(write);
}

/** Runs the waiting writes. Rejects like the query. */
export async function writeNow(tx: ClientBase): Promise<void> {
  const own = waiting.get(tx);
  if (own) await flush(own);
}
