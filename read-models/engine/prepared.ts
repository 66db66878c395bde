import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { ClientBase } from 'pg';

/** Statements of projections are few and written in the program; their names are remembered. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `rm-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** Building a large index takes long, so statements of projections have no timeout. */
const MAX_STATEMENT_MS = 3_600_000;

function unhurried(query: unknown): unknown {
  const query_timeout = MAX_STATEMENT_MS;
  if (typeof query === 'string') return { text: query, query_timeout };
  // A stream of rows (COPY) is the query itself.
  if (query instanceof EventEmitter) return Object.assign(query, { query_timeout });
  return { ...Object(query), query_timeout };
}

/**
 * The connection, with every statement that has parameters prepared once instead of being parsed for every
 * batch. It is still planned for each batch (`plan_cache_mode` of `inTransaction`): a plan from a table's first
 * moments would be kept while the table grows.
 */
export function preparing<Client extends ClientBase>(client: Client): Client {
  return new Proxy(client, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (property !== 'query' || typeof member !== 'function') {
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return (first: unknown, values?: unknown, ...rest: unknown[]): unknown =>
        typeof first === 'string' && Array.isArray(values)
          ? Reflect.apply(member, target, [unhurried({ name: nameOf(first), text: first, values }), ...rest])
          : Reflect.apply(member, target, [unhurried(first), values, ...rest]);
    },
  });
}
