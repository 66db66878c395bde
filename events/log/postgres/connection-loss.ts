import { DatabaseError, Pool, type PoolClient } from 'pg';
import { LogExhausted, LogUnreachable } from '../log.ts';

declare module 'pg' {
  // The driver takes it of each query, its types only of connections.
  interface QueryConfig<I> {
    /** Milliseconds. */
    query_timeout?: number;
  }
}

/** After so long without an answer the connection is given up: a silent database breaks none by itself. */
const LONGEST_QUERY_MS = 10_000;

/** For `query_timeout`: how long a query of the log waits, or less where the pool says so. */
export const deadlineOf = ({ options }: Pool): number =>
  Math.min(LONGEST_QUERY_MS, options.query_timeout || LONGEST_QUERY_MS);

/** The same of a query on either; a connection of `exclusiveTurns` has it for all of its queries. */
export const deadlineOn = (on: Pool | PoolClient): { query_timeout?: number } =>
  on instanceof Pool ? { query_timeout: deadlineOf(on) } : {};

/**
 * Whether an error means that server or connection went away, rather than that the server refused. The
 * driver gives socket errors a code such as ECONNRESET, and has no code for a socket that just closed.
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
 * Whether the server could do nothing at that moment, whatever it was asked: a statement or lock that took too long, a
 * deadlock, no disk, memory or connections left. Nothing was written.
 */
export const isExhaustion = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(57014|53|58|55P03|40P01)/.test(error.code ?? '');

/** For `catch`: says of a lost connection and of exhaustion that the log is unreachable, and throws anything else as it is. */
export function unreachableIfLost(error: unknown): never {
  if (isExhaustion(error)) throw new LogExhausted('the log could not do it now', { cause: error });
  if (!isConnectionLoss(error)) throw error;
  throw new LogUnreachable('the log cannot be reached: its database does not answer', { cause: error });
}
