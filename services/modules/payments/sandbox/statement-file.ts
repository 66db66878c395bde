import { fenOf, toWire } from '#events/money.ts';
import { csvLines } from '#services/contract/fields/csv.ts';
import { SANDBOX_COLUMNS } from '#services/modules/books/reconciliation/sandbox-format.ts';
import type { Period } from '#services/modules/books/reconciliation/statement-format.ts';
import type { SandboxLine } from './statement.ts';

const iso = (at: number): string => new Date(at).toISOString();
const wire = (fen: number): string => toWire(fenOf(fen));

const rowOf = ({ at, amount, fee, ...ids }: SandboxLine): string[] => {
  const cells = {
    ...ids,
    time: iso(at),
    amount: wire(amount),
    fee: wire(fee),
    net: wire(amount - fee),
    currency: 'CNY',
  };
  return SANDBOX_COLUMNS.map((column) => cells[column]);
};

/** The sandbox's statement as the file that it sends, piece by piece. */
export async function* statementFile(
  lines: AsyncIterable<SandboxLine>,
  { from, to }: Period,
): AsyncGenerator<string> {
  yield `# sandbox statement\r\n# period,${iso(from)},${iso(to)}\r\n`;
  yield csvLines([SANDBOX_COLUMNS]);
  for await (const line of lines) yield csvLines([rowOf(line)]);
}
