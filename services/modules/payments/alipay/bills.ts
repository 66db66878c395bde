import { unzipSync } from 'fflate';
import { type Fen, fenOf } from '#events/money.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { downloadFrom, unpackFrom } from '../ask-provider.ts';
import { type BillLine, type BillPeriod, billFile } from '../bills/bill-file.ts';
import {
  type BillForm,
  type BillRow,
  beijingDays,
  billRows,
  endOfBeijingDay,
  type UploadedBill,
} from '../bills/bill-rows.ts';
import { chargeOfNumber } from '../numbered-charges.ts';
import { type AlipayClient, atBeijingTime, textIn } from './client.ts';

const NAME = 'Alipay';
/** Bills of a day are complete at 9 o'clock of the next one, with exceptions (Alipay, 查询对账单下载地址). */
const READY_MS = 10 * HOUR_MS;
/** A day that has no bill then had no moves. */
const EMPTY_MS = 14 * HOUR_MS;
const NO_BILL = /BILL_NOT_EXIST/i;
/** Files of one bill: the lines, and sums. */
const MAX_FILES = 10;

const isEnd = (cell: string): boolean => cell.startsWith('#');
const TRADES: BillForm = { head: ['支付宝交易号'], isEnd };
const MOVES: BillForm = { head: ['账务流水号', '财务流水号'], isEnd };

/** Our number of a transfer to a creator (services/commerce/withdrawals/payout.ts). */
const PAYOUT = /^[0-9a-f]{32}-\d+$/;
/** Numbers that are derived have no underscore: their lines are found by the provider's id. */
const ownRefund = (number: string): string => (number.includes('_') ? number : '');
const minus = (fen: Fen): Fen => fenOf(fen === 0 ? 0 : -fen);

function tradeLine(row: BillRow): BillLine {
  const at = atBeijingTime(row.cell('完成时间'));
  const trade = row.cell('支付宝交易号');
  const amount = row.fen('商家实收（元）');
  // A fee is below zero here, as it leaves the account.
  const fee = minus(row.fen('服务费（元）'));
  if (row.cell('业务类型') === '交易') {
    const reference = chargeOfNumber(row.cell('商户订单号')) ?? '';
    return { line_id: trade, kind: 'charge', reference, provider_reference: trade, amount, fee, at };
  }
  const number = row.cell('退款批次号/请求号');
  const ids = { line_id: `${trade}/${number}`, reference: ownRefund(number), provider_reference: number };
  return { ...ids, kind: 'refund', amount: fenOf(-Math.abs(amount)), fee, at };
}

function kindOf(type: string, number: string): BillLine['kind'] {
  if (PAYOUT.test(number) && type.includes('转账')) return 'payout';
  if (type.includes('提现')) return 'transfer';
  return /收费|服务费|退费/.test(type) ? 'fee' : 'other';
}

/** A move that is no trade's. */
function moveLine(row: BillRow): BillLine {
  const number = row.cell('商户订单号');
  const kind = kindOf(row.cell('业务类型'), number);
  const income = row.fen('收入金额（+元）');
  const amount = income === 0 ? fenOf(-Math.abs(row.fen('支出金额（-元）'))) : income;
  const line_id = row.cell(row.has('账务流水号') ? '账务流水号' : '财务流水号');
  const reference = kind === 'payout' ? number : '';
  const at = atBeijingTime(row.cell('发生时间'));
  return { line_id, kind, reference, provider_reference: row.cell('业务流水号'), amount, fee: fenOf(0), at };
}

/** Without the bill of trades, a move with another number of ours or of a shop is taken for one of a trade. */
const isOfTrade = (number: string): boolean => number !== '' && !PAYOUT.test(number);

/** The files of a bill, as the merchant's page has them. */
export const alipayUploads: readonly UploadedBill[] = [
  { form: TRADES, lineOf: tradeLine },
  { form: MOVES, lineOf: (row) => (isOfTrade(row.cell('商户订单号')) ? undefined : moveLine(row)) },
];

/** Where a bill can be, as only Alipay's signed answer names it: its own hosts, or that of the gateway. */
function addressOf(address: string, gateway: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.origin === new URL(gateway).origin) return url.href;
  if (!url?.hostname.endsWith('.alipay.com')) return undefined;
  url.protocol = 'https:';
  return url.href;
}

/** One of the files of a bill has its lines, the others have sums. */
const linesIn = (texts: readonly string[], { head }: BillForm): string =>
  texts.find((text) => head.some((first) => text.includes(`\n${first},`))) ?? '';

/** Files of a ZIP as texts; Alipay writes GBK. */
function textsIn(zip: Buffer, maxBytes: number): string[] {
  let [files, bytes] = [0, 0];
  const found = unzipSync(zip, {
    filter({ name, originalSize }) {
      if (!name.endsWith('.csv')) return false;
      files += 1;
      bytes += originalSize;
      if (files > MAX_FILES || bytes > maxBytes) throw new RangeError('too large');
      return true;
    },
  });
  return Object.values(found).map((file) => new TextDecoder('gbk').decode(file));
}

/** Bills of trades and of the account's other moves, payouts among them. */
export function alipayBills(alipay: AlipayClient, gateway: string, clock: Clock) {
  /** Empty if the day had no moves. */
  async function billOf(bill_type: 'trade' | 'signcustomer', bill_date: string): Promise<string[]> {
    const content = { bill_type, bill_date };
    const answer = await alipay.ask({ method: 'alipay.data.dataservice.bill.downloadurl.query', content });
    const noon = atBeijingTime(`${bill_date} 12:00:00`);
    const isOver = clock.now() >= endOfBeijingDay(noon) + EMPTY_MS;
    if (NO_BILL.test(answer.sub_code ?? '') && isOver) return [];
    const address = addressOf(textIn(answer, 'bill_download_url'), gateway);
    if (answer.code !== '10000' || address === undefined) throw alipay.refused(answer);
    const zip = await downloadFrom(NAME, address);
    return unpackFrom(NAME, (maxBytes) => textsIn(zip, maxBytes));
  }

  async function* rowsIn(texts: readonly string[], form: BillForm): AsyncGenerator<BillRow> {
    if (texts.length > 0) yield* billRows(NAME, [linesIn(texts, form)], form);
  }

  async function* linesOf({ from, to }: BillPeriod): AsyncGenerator<BillLine> {
    for (const day of beijingDays(from, to)) {
      /** Numbers of trades: their payments, refunds and fees are moves, too. */
      const trades = new Set<string>();
      const ofTrades = await billOf('trade', day);
      for await (const row of rowsIn(ofTrades, TRADES)) {
        trades.add(row.cell('商户订单号'));
        yield tradeLine(row);
      }
      const ofMoves = await billOf('signcustomer', day);
      for await (const row of rowsIn(ofMoves, MOVES)) {
        const number = row.cell('商户订单号');
        // A move can be booked after midnight: our trades are in the bill of the day before.
        if (!trades.has(number) && chargeOfNumber(number) === undefined) yield moveLine(row);
      }
    }
  }

  return {
    statement: (period: BillPeriod) => billFile('alipay', period, linesOf(period)),
    statementReadyAt: (to: Millis): Millis => endOfBeijingDay(to) + READY_MS,
  };
}
