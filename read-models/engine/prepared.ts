import { createHash } from 'node:crypto';
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
          ? Reflect.apply(member, target, [{ name: nameOf(first), text: first, values }, ...rest])
          : Reflect.apply(member, target, [first, values, ...rest]);
    },
  });
}
