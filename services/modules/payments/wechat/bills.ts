import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { fenOf } from '#events/money.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { unpackFrom } from '../ask-provider.ts';
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
import { ProviderContradiction } from '../provider.ts';
import { textIn, unavailable, type WechatClient } from './client.ts';

const NAME = 'WeChat Pay';
/** Bills of a day are made from 9 o'clock of the next one on, and complete at 10 (WeChat Pay, 下载账单). */
const READY_MS = 10 * HOUR_MS;
/** A day that has no bill then had no moves. */
const EMPTY_MS = 14 * HOUR_MS;

const TRADES: BillForm = { head: ['交易时间'], isEnd: (cell) => cell.startsWith('总') };
const FLOWS: BillForm = { head: ['记账时间'], isEnd: (cell) => cell.startsWith('资金流水总笔数') };
/** They are in the bill of trades, with our numbers. */
const OF_TRADES = /交易|退款/;

const timeOf = (text: string): Millis => Date.parse(`${text.replace(' ', 'T')}+08:00`);
/** Numbers that are derived have no underscore: their lines are found by the provider's id. */
const ownRefund = (number: string): string => (number.includes('_') ? number : '');

function tradeLine(row: BillRow): BillLine | undefined {
  const at = timeOf(row.cell('交易时间'));
  const fee = row.fen('手续费');
  if (row.cell('交易状态') === 'SUCCESS') {
    const line_id = row.cell('微信订单号');
    const reference = chargeOfNumber(row.cell('商户订单号')) ?? '';
    const amount = row.fen('应结订单金额');
    return { line_id, kind: 'charge', reference, provider_reference: line_id, amount, fee, at };
  }
  const line_id = row.cell('微信退款单号');
  if (line_id === '' || line_id === '0' || row.cell('退款状态') === 'FAIL') return undefined;
  const reference = ownRefund(row.cell('商户退款单号'));
  const amount = fenOf(-Math.abs(row.fen('退款金额')));
  return { line_id, kind: 'refund', reference, provider_reference: line_id, amount, fee, at };
}

function flowLine(row: BillRow): BillLine | undefined {
  const type = row.cell('业务类型');
  if (OF_TRADES.test(type)) return undefined;
  const kind = type.includes('提现') ? 'transfer' : /手续费|服务费/.test(type) ? 'fee' : 'other';
  const sum = row.fen('收支金额(元)');
  const amount = fenOf(row.cell('收支类型') === '支出' ? -Math.abs(sum) : sum);
  const [line_id, provider_reference] = [row.cell('资金流水单号'), row.cell('微信支付业务单号')];
  return {
    line_id,
    kind,
    reference: '',
    provider_reference,
    amount,
    fee: fenOf(0),
    at: timeOf(row.cell('记账时间')),
  };
}

/** The files of a bill, as the merchant's page has them. */
export const wechatUploads: readonly UploadedBill[] = [
  { form: TRADES, lineOf: tradeLine },
  { form: FLOWS, lineOf: flowLine },
];

/** Bills of trades and of the account's other moves. Their content is compared with the hash of a signed answer. */
export function wechatBills(wechat: WechatClient, clock: Clock) {
  /** Empty if the day had no moves. */
  async function billOf(path: string, day: string): Promise<string> {
    const answer = await wechat.get(`${path}&bill_date=${day}&tar_type=GZIP`);
    if (
      answer.code === 'NO_STATEMENT_EXIST' &&
      clock.now() >= endOfBeijingDay(timeOf(`${day} 12:00:00`)) + EMPTY_MS
    ) {
      return '';
    }
    if (answer.status !== 200) throw unavailable(answer);
    const packed = await wechat.download(textIn(answer, 'download_url'));
    const content = await unpackFrom(NAME, (maxOutputLength) =>
      promisify(gunzip)(packed, { maxOutputLength }),
    );
    const sha1 = createHash('sha1').update(content).digest('hex');
    if (sha1 !== textIn(answer, 'hash_value').toLowerCase()) {
      throw new ProviderContradiction(`${NAME}: the bill of ${day} has another content than its hash says`);
    }
    return content.toString('utf8');
  }

  async function* linesOf({ from, to }: BillPeriod): AsyncGenerator<BillLine> {
    const bills = [
      { path: '/v3/bill/tradebill?bill_type=ALL', form: TRADES, lineOf: tradeLine },
      { path: '/v3/bill/fundflowbill?account_type=BASIC', form: FLOWS, lineOf: flowLine },
    ];
    for (const day of beijingDays(from, to)) {
      for (const { path, form, lineOf } of bills) {
        const text = await billOf(path, day);
        if (text === '') continue;
        for await (const row of billRows(NAME, [text.replaceAll('（元）', '(元)')], form)) {
          const line = lineOf(row);
          if (line) yield line;
        }
      }
    }
  }

  return {
    statement: (period: BillPeriod) => billFile('wechat', period, linesOf(period)),
    statementReadyAt: (to: Millis): Millis => endOfBeijingDay(to) + READY_MS,
  };
}
