import { type Fen, fromWire, MAX_INPUT } from '#events/money.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { HIDDEN } from '#services/contract/fields/hidden-characters.ts';
import { plainAmount, plainNumber } from '#services/runtime/tables/table-cells.ts';
import { tableTime } from '#services/runtime/tables/table-time.ts';

export const COLUMNS = [
  'out_trade_no',
  'paid_at',
  'user',
  'plan',
  'sku',
  'count',
  'unit_price',
  'status',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Names of the columns in headers, in lower case without blanks. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  out_trade_no: ['订单号', '订单编号', '交易号', 'order', 'ordernumber'],
  paid_at: ['付款时间', '支付时间', '成交时间', 'paidat', 'time'],
  user: ['粉丝', '买家', '用户', '昵称', 'fan', 'buyer'],
  plan: ['方案或商品', '方案', '商品', '商品名称', '方案名称', 'planorproduct', 'product'],
  sku: ['规格', '型号', '商品规格', 'options', 'option'],
  count: ['数量', '件数', 'quantity', 'qty'],
  unit_price: ['单价', '价格', 'unitprice', 'price'],
  status: ['状态', '订单状态', 'state'],
};

/** The column that a head names; undefined for another one. */
export function columnOf(head: string): Column | undefined {
  const name = head.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  return COLUMNS.find((column) => name === column || NAMES[column].includes(name));
}

const STATUSES = ['paid', 'refunded', 'cancelled'] as const;
export type LineStatus = (typeof STATUSES)[number];

const STATUS_WORDS: Readonly<Record<LineStatus, readonly string[]>> = {
  paid: ['已支付', '已付款', '支付成功', '交易成功', '已完成', 'success'],
  refunded: ['已退款', '全额退款', '退款成功'],
  cancelled: ['已取消', '交易关闭', '已关闭', 'canceled'],
};

export const readStatus = (text: string): LineStatus | undefined =>
  STATUSES.find((one) => one === text || STATUS_WORDS[one].includes(text));

/** A good line of the file. */
export interface FileLine {
  line: number;
  out_trade_no: string;
  paid_at: Millis;
  user: string;
  plan: string;
  /** Empty for a sponsorship. */
  sku: string;
  count: number;
  unit_price: Fen;
  status: LineStatus;
}

export type ReadLine = { ok: true; line: FileLine } | { ok: false; reason: string };

/** Text of an order number; shorter than ours may be, since a suffix can be added. */
const ORDER_NUMBER = /^[0-9A-Za-z._:/#-]{1,60}$/;
const HIDDEN_CHARACTER = new RegExp(`[${HIDDEN}]`);
const MAX_NAME_LENGTH = 60;
const MAX_USER_LENGTH = 120;
export const MAX_UNITS = 1_000_000;
/** No imported sale is older than this. */
const EARLIEST = Date.UTC(1970, 0, 2);

const no = (reason: string): ReadLine => ({ ok: false, reason });

function textProblem(name: Column, text: string, most: number): string | undefined {
  if (text.includes('\0')) return `${name} contains a NUL byte`;
  if (text.includes('\uFFFD')) return `${name} is not valid UTF-8: save the file as UTF-8`;
  if (HIDDEN_CHARACTER.test(text)) return `${name} contains hidden control characters`;
  if (text.length > most) return `${name} is longer than ${most} characters`;
  return undefined;
}

function countOf(written: string): number | string {
  const text = plainNumber(written).replace(/\.0+$/, '');
  if (/^-\d+$/.test(text) || /^0+$/.test(text)) return 'count must be above zero';
  if (/^\d+[.,]\d+$/.test(text)) return 'count must be a whole number';
  if (!/^\d{1,15}$/.test(text)) return 'count is not a number';
  const count = Number(text);
  return count > MAX_UNITS ? `count is above ${MAX_UNITS}` : count;
}

function priceOf(written: string): Fen | string {
  const text = plainAmount(written).replace(/(\.\d{2})0+$/, '$1');
  const price = fromWire(text);
  if (price === undefined) {
    if (/^-/.test(text)) return 'unit_price must be above zero';
    if (/^\d+\.\d{3,}$/.test(text)) return 'unit_price has more than two decimals';
    return 'unit_price is not an amount like 12.34';
  }
  if (price === 0) return 'unit_price must be above zero';
  return price > MAX_INPUT ? 'unit_price is above 1000000.00' : price;
}

/**
 * Checks a single line. The reason names the first wrong field. Contradictions inside an order, and missing SKUs,
 * are checked later.
 * @param field the trimmed text of a column
 * @param now no order is paid later than this
 */
export function readLine(
  line: number,
  field: (column: Column) => string,
  calendar: BusinessCalendar,
  now: Millis,
): ReadLine {
  for (const column of COLUMNS) {
    if (column !== 'sku' && field(column) === '') return no(`${column} is missing`);
  }
  const out_trade_no = field('out_trade_no');
  const [user, plan, sku] = [field('user'), field('plan'), field('sku')];
  const problem =
    textProblem('out_trade_no', out_trade_no, MAX_NAME_LENGTH) ??
    textProblem('user', user, MAX_USER_LENGTH) ??
    textProblem('plan', plan, MAX_NAME_LENGTH) ??
    textProblem('sku', sku, MAX_NAME_LENGTH);
  if (problem) return no(problem);
  if (!ORDER_NUMBER.test(out_trade_no))
    return no('out_trade_no may have letters, digits and . _ : / # - only');
  const paid_at = tableTime(field('paid_at'), calendar.instantOf);
  if (paid_at === undefined) return no('paid_at is not a time like 2026-01-31 18:30:00, with the year first');
  if (paid_at < EARLIEST) return no('paid_at is before 1970');
  if (paid_at > now) return no('paid_at is in the future');
  const count = countOf(field('count'));
  if (typeof count === 'string') return no(count);
  const unit_price = priceOf(field('unit_price'));
  if (typeof unit_price === 'string') return no(unit_price);
  const status = readStatus(field('status').toLowerCase());
  if (status === undefined) return no(`status must be ${STATUSES.join(', ')}`);
  return { ok: true, line: { line, out_trade_no, paid_at, user, plan, sku, count, unit_price, status } };
}
