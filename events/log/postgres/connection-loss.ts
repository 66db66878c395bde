import { DatabaseError, type Pool } from 'pg';
import { LogUnreachable } from '../log.ts';

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

/**
 * Whether an error means that server or connection went away, rather than that the server refused. The
 * driver gives socket errors a code such as ECONNRESET, and has no code for a socket that just closed.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(57P|08)/.test(error.code ?? '08');
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string'
    ? /^E[A-Z]+$/.test(code)
    : /connect|client|^Query read timeout/i.test(error.message);
}

/** For `catch`: says of a lost connection that the log is unreachable, and throws anything else as it is. */
export function unreachableIfLost(error: unknown): never {
  if (!isConnectionLoss(error)) throw error;
  throw new LogUnreachable('the log cannot be reached: its database does not answer', { cause: error });
}
