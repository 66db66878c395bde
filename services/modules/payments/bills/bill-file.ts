import type { StatementLineKind } from '#events/books.ts';
import { type Fen, fenOf, toWire } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import { csvLines } from '#services/contract/fields/csv.ts';
import { UnusableFile } from '../provider.ts';

/** A move of our account at a provider, as its bill names it. */
export interface BillLine {
  line_id: string;
  kind: StatementLineKind;
  /** Our id of its subject; empty if it is none of ours. */
  reference: string;
  provider_reference: string;
  /** fen; what left the account is below zero. */
  amount: Fen;
  /** fen; a fee that came back is below zero. */
  fee: Fen;
  at: Millis;
}

export interface BillPeriod {
  from: Millis;
  to: Millis;
}

/** Columns of a statement that we write from a provider's bills; the first one names the provider. */
const billColumns = (provider: string): string[] => [
  `${provider}_line_id`,
  'time',
  'kind',
  'reference',
  'provider_reference',
  'amount',
  'fee',
  'net',
  'currency',
];

const iso = (at: Millis): string => new Date(at).toISOString();

/** A statement of this period in pieces. Lines outside of it are of another day's statement. Throws for one without a time. */
export async function* billFile(
  provider: string,
  { from, to }: BillPeriod,
  lines: AsyncIterable<BillLine>,
): AsyncGenerator<string> {
  yield `# period,${iso(from)},${iso(to)}\r\n`;
  yield csvLines([billColumns(provider)]);
  for await (const { line_id, kind, reference, provider_reference, amount, fee, at } of lines) {
    if (Number.isNaN(at)) throw new UnusableFile(`${provider}: a bill has a wrong time`);
    if (at < from || at >= to) continue;
    const money = [amount, fee, fenOf(amount - fee)].map(toWire);
    yield csvLines([[line_id, iso(at), kind, reference, provider_reference, ...money, 'CNY']]);
  }
}
