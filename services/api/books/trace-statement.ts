import type { RecordedEvent } from '#events/recorded-event.ts';
import { type TracedLine, tracedLines } from '#read-models/books/reconciliation/traced-lines.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { TracedStatementLine } from '#services/contract/books/trace.ts';
import { movesAtProviders } from '#services/modules/books/trace/at-providers.ts';
import { wire } from '../http/money.ts';
import type { covers } from './trace-parts.ts';

/** Providers' statements about the money, as of a position. */
export async function statementLines(
  { pool }: Pick<Dependencies, 'pool'>,
  steps: readonly RecordedEvent[],
  until: number | undefined,
): Promise<TracedLine[]> {
  const moves = movesAtProviders(steps);
  return moves.length === 0 ? [] : (await tracedLines(pool, { difference_ids: moves, until })).rows;
}

export const statementLineAnswer = (
  { provider, line_id, kind, reference, amount, fee, time, position, difference_id, state }: TracedLine,
  cover: Awaited<ReturnType<typeof covers>>,
): TracedStatementLine => ({
  provider,
  line_id,
  kind,
  reference,
  time,
  position,
  difference_id,
  state,
  amount: wire(amount),
  fee: wire(fee),
  seal: cover(position),
});
