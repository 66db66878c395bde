import { DatabaseError } from 'pg';
import { LogUnreachable } from '../log.ts';

/**
 * Whether an error means that server or connection went away, rather than that the server refused. The
 * driver gives socket errors a code such as ECONNRESET, and has no code for a socket that just closed.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(57P|08)/.test(error.code ?? '08');
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? /^E[A-Z]+$/.test(code) : /connect|client/i.test(error.message);
}

/** For `catch`: says of a lost connection that the log is unreachable, and throws anything else as it is. */
export function unreachableIfLost(error: unknown): never {
  if (!isConnectionLoss(error)) throw error;
  throw new LogUnreachable('the log cannot be reached: its database does not answer', { cause: error });
}
