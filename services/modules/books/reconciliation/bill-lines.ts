import { fenOf, toWire } from '#events/money.ts';
import { alipayUploads } from '#services/modules/payments/alipay/bills.ts';
import type { BillLine } from '#services/modules/payments/bills/bill-file.ts';
import { billRows, type UploadedBill } from '#services/modules/payments/bills/bill-rows.ts';
import { UnusableFile } from '#services/modules/payments/provider.ts';
import { wechatUploads } from '#services/modules/payments/wechat/bills.ts';
import type { SpooledFile } from './spooled-file.ts';
import { lineOf, type StatementCells } from './statement-cells.ts';
import type { ReadLines } from './statement-format.ts';

/** Lines that are read at a time. */
const AT_ONCE = 500;

/** An original bill of a provider, as its merchants download it. */
export interface OriginalBill extends UploadedBill {
  provider: 'alipay' | 'wechat';
}

const BILLS: readonly OriginalBill[] = [
  ...alipayUploads.map((bill) => ({ ...bill, provider: 'alipay' as const })),
  ...wechatUploads.map((bill) => ({ ...bill, provider: 'wechat' as const })),
];

/** The bill whose head has this first column. */
export const billOf = (first: string): OriginalBill | undefined =>
  BILLS.find(({ form }) => form.head.includes(first));

const cellsOf = ({ amount, fee, ...line }: BillLine): StatementCells => {
  const [gross, cost, net] = [amount, fee, fenOf(amount - fee)].map(toWire);
  return { ...line, amount: gross ?? '', fee: cost ?? '', net: net ?? '', currency: 'CNY' };
};

/** WeChat Pay writes both kinds of brackets. */
async function* withPlainBrackets(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.replaceAll('（元）', '(元)');
}

/** The lines of an original bill, in the form of other statements. A row that cannot be read is rejected by its number. */
export async function* billLines(bill: OriginalBill, file: SpooledFile): AsyncGenerator<ReadLines> {
  const seen = new Set<string>();
  let batch: ReadLines = { lines: [], rejected: [] };
  const text = bill.provider === 'wechat' ? withPlainBrackets(file.text()) : file.text();
  for await (const row of billRows(bill.provider, text, bill.form)) {
    const { line } = row;
    const found = lineIn(bill, row);
    if (found === undefined) continue;
    const read = found === 'unreadable' ? found : lineOf(cellsOf(found));
    if (typeof read === 'string') batch.rejected.push({ line, reason: read });
    else if (seen.has(read.line_id)) batch.rejected.push({ line, reason: 'repeated_id' });
    else {
      seen.add(read.line_id);
      batch.lines.push({ line, read });
    }
    if (batch.lines.length + batch.rejected.length < AT_ONCE) continue;
    yield batch;
    batch = { lines: [], rejected: [] };
  }
  yield batch;
}

function lineIn(
  { lineOf: read }: OriginalBill,
  row: Parameters<OriginalBill['lineOf']>[0],
): BillLine | 'unreadable' | undefined {
  try {
    return read(row);
  } catch (error) {
    if (error instanceof UnusableFile) return 'unreadable';
    throw error;
  }
}
