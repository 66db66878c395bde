import { DatabaseError, Pool, type PoolClient } from 'pg';
import { LogExhausted, LogUnreachable } from '../log.ts';

declare module 'pg' {
  // The driver takes it of each query, its types only of connections.
  interface QueryConfig<I> {
    /** Milliseconds. */
    query_timeout?: number;
  }
}

/** A connection without an answer for this long is closed; a silent database closes none. */
const MAX_QUERY_MS = 10_000;

/** For `query_timeout`: the time limit of a query of the log; the pool can set a lower one. */
export const deadlineOf = ({ options }: Pool): number =>
  Math.min(MAX_QUERY_MS, options.query_timeout || MAX_QUERY_MS);

/** The same of a query on either; a connection of `exclusiveTurns` has it for all of its queries. */
export const deadlineOn = (on: Pool | PoolClient): { query_timeout?: number } =>
  on instanceof Pool ? { query_timeout: deadlineOf(on) } : {};

/**
 * Whether server or connection are gone, as opposed to a refusal by the server. The driver reports socket errors with
 * a code such as ECONNRESET, and a closed socket without a code.
 */
export function isConnectionLoss(error: unknown): boolean {
  // 25P03 and 25P04: the server ended a transaction that made no progress, and the connection with it.
  if (error instanceof DatabaseError) return /^(57P|08|25P0[34])/.test(error.code ?? '08');
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string'
    ? /^E[A-Z]+$/.test(code)
    : /connect|client|^Query read timeout/i.test(error.message);
}

/**
 * Whether the server could not work at that moment: a statement or lock timeout, a deadlock, no disk, memory or
 * connections. Nothing was written.
 */
export const isExhaustion = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(57014|53|58|55P03|40P01)/.test(error.code ?? '');

/** For `catch`: maps a lost connection or exhaustion to the log's errors, and rethrows other errors. */
export function unreachableIfLost(error: unknown): never {
  if (isExhaustion(error)) throw new LogExhausted('the log could not do it now', { cause: error });
  if (!isConnectionLoss(error)) throw error;
  throw new LogUnreachable('the log cannot be reached: its database does not answer', { cause: error });
}
