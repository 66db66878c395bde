import { DatabaseError } from 'pg';
import { NewerThanProgram } from '../../upcast.ts';
import { isConnectionLoss } from '../postgres/connection-loss.ts';

/**
 * SQLSTATE classes of statements that fail the same way each time: wrong cardinality, data, constraint, syntax, program
 * limit, raised by a function. Missing tables (42P01) are left out: they are those of a generation that was replaced.
 */
const SAME_EACH_TIME = /^(21|22|23|42(?!P01)|54|P0)/;

/**
 * Whether the same events would fail again in the same way. Temporary causes do not count: an unavailable, slow or
 * full database, deadlocks, timeouts, or events of a newer program.
 */
export function failsAgain(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof NewerThanProgram) return false;
  if (error instanceof DatabaseError) return SAME_EACH_TIME.test(error.code ?? '');
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true;
  return error.name !== 'AbortError' && !isConnectionLoss(error) && !/time ?out/i.test(error.message);
}
