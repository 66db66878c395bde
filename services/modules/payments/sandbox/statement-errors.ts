import { derivedHexId } from '#events/ids.ts';
import type { SandboxLine } from './statement.ts';

/** Added to a line that the sandbox states wrongly on request, in fen. */
const WRONG_BY = 100;

/** The lines to state wrongly: by our id, or by their number among lines with one, from 1. */
export interface StatementErrors {
  missing?: string | undefined;
  doubled?: string | undefined;
  other_amount?: string | undefined;
}

/** A correct statement with the requested errors. */
export async function* withErrors(
  lines: AsyncIterable<SandboxLine>,
  { missing, doubled, other_amount }: StatementErrors,
): AsyncGenerator<SandboxLine> {
  let number = 0;
  for await (const line of lines) {
    if (line.reference === '') {
      yield line;
      continue;
    }
    number += 1;
    const isNamed = (key: string | undefined): boolean => key === line.reference || key === String(number);
    if (isNamed(missing)) continue;
    yield isNamed(other_amount) ? { ...line, amount: line.amount + WRONG_BY } : line;
    if (isNamed(doubled))
      yield { ...line, line_id: `txn_${derivedHexId('sandbox-line-again', line.line_id)}` };
  }
}
