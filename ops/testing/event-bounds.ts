import type { z } from 'zod';
import { MAX_INPUT, toWire } from '#events/money.ts';
import type { EventType } from '#events/registry.ts';
import { MAX_SHIPPING_FEE } from '#services/commerce/catalog/shipping-fee.ts';
import { MAX_RANK } from '#services/commerce/content/albums/ranks.ts';
import { MAX_IMPORTED_MONTHS } from '#services/commerce/orders/import-order.ts';
import { MAX_UNITS } from '#services/commerce/prices/choice.ts';
import { MAX_MONTHS } from '#services/commerce/prices/price.ts';
import { editAffiliateBody } from '#services/contract/affiliates/calls.ts';
import {
  editPlan,
  purchaseLimit,
  rankInput,
  skuInput,
  stockInput,
} from '#services/contract/catalog/edit-plan.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { MAX_OPTIONS } from '#services/contract/content/votes.ts';
import { moneyInput } from '#services/contract/fields/fields.ts';
import { editGoal } from '#services/contract/goals/goals.ts';
import { writeNoticeBar } from '#services/contract/notices/notice-bars.ts';
import { createOrderBody } from '#services/contract/orders/create-order.ts';
import { MAX_HANDOVERS } from '#services/contract/orders/handover.ts';
import { makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { MAX_HOLDER_CHANGES } from '#services/contract/tickets/holder-change.ts';
import { MAX_UNITS as MAX_IMPORTED_UNITS } from '../import/order-line.ts';

/** The least and the largest value of a number of an event, and what refuses others. */
export interface Bound {
  least: number;
  most: number;
  from: string;
  /** The contract that refuses others, in the unit of requests. */
  input?: { schema: z.ZodType; of(value: number): unknown; step: number; least: number };
}

const SECOND = 1_000;
/** 2100-01-01, the last second that a request can name. */
export const LAST_TIME = 4_102_444_800_000;
/** Times of ends that follow from others: a membership or a renewal, at most ten years after the present. */
const LAST_END = Date.UTC(2110, 0, 31);
const FIRST_TIME = Date.UTC(1970, 0, 2);
/** Log positions and versions; no log is expected to have more than a thousand million events. */
const POSITION = 1_000_000_000;

const whole = (schema: z.ZodType, least: number, most: number): Bound => ({
  least,
  most,
  from: 'contract',
  input: { schema, of: (value) => value, step: 1, least },
});
const moment = (schema: z.ZodType): Bound => ({
  least: 0,
  most: LAST_TIME,
  from: 'contract',
  input: { schema, of: (value) => value / SECOND, step: SECOND, least: 0 },
});
const fen = (schema: z.ZodType, least = 1): Bound => ({
  least,
  most: MAX_INPUT,
  from: 'contract',
  input: { schema, of: (value) => toWire(value as typeof MAX_INPUT), step: 1, least },
});
const round: Bound = {
  least: SECOND,
  most: LAST_TIME,
  from: 'contract',
  input: {
    schema: editPlan.shape.ticket_round_list,
    of: (value) => [{ begin_time: value / SECOND }],
    step: SECOND,
    least: SECOND,
  },
};
/** 0 means none. */
const orNone = (bound: Bound): Bound => ({ ...bound, least: 0 });
const derived = (from: string, least: number, most: number): Bound => ({ least, most, from });
/** Not a number: an id, or null where a part is missing. */
const NOTHING = derived('no number', 0, 0);

const plan = editPlan.shape;
const order = createOrderBody.shape;
const goal = editGoal.body.shape;
const post = publishPost.body.shape;
const bar = writeNoticeBar.body.shape;
const codes = makeRedeemCodes.body.shape;

const TOTAL = derived('price: an order costs at most the largest amount', 0, MAX_INPUT);
/** Before discounts: units at their list price, of which each costs 0.01 at least. */
const LIST_TOTAL = derived('price', 0, 100 * MAX_INPUT);
const UNITS = derived('order-choice: units of a SKU', 1, MAX_UNITS);
const BUNDLES = whole(order.bundle_count, 1, 1_000);
const EXPIRY = derived('clock and ORDER_TTL_SECONDS', FIRST_TIME, LAST_TIME + 86_400_000);
const AT = derived('clock', FIRST_TIME, LAST_TIME);
const END = derived('ends-too-late: ten years ahead', FIRST_TIME, LAST_END);
/** Sums of a month over orders of a creator. */
const MONTH_SUM = derived('sum of orders', -100_000 * MAX_INPUT, 100_000 * MAX_INPUT);
const MONTHS = derived('price; import-order', 0, MAX_IMPORTED_MONTHS);
const NUMBER = derived('counted by the decider', 0, POSITION);
const POOL = derived('quota of a pool, each line given once', 0, 100_000_000);
const CODE = (most: number): Bound => derived('codes of events/status.ts', 0, most);
const STATEMENT_AMOUNT = derived('statement-cells', -100_000 * MAX_INPUT, 100_000 * MAX_INPUT);

/** By type and path, or by path alone. */
export const BOUNDS: Readonly<Record<string, Bound>> = {
  'offer.pay_month': derived('contract: 1, 3 or 12', 1, 12),
  'offer.purchase_limit_type': CODE(3),
  'offer.product_type': CODE(4),
  'offer.price': fen(plan.price),
  'offer.favorable_price': fen(plan.favorable_price),
  'offer.vip.price': fen(plan.vip_price),
  'offer.vip.percent': derived('offer-prices', 10, 90),
  'offer.time_limit.price': fen(moneyInput),
  'offer.time_limit.percent': derived('offer-prices', 10, 90),
  'offer.time_limit.begin_time': moment(plan.time_limit_begin),
  'offer.time_limit.end_time': moment(plan.time_limit_end),
  'offer.timing.on': moment(plan.timing_on),
  'offer.timing.off': moment(plan.timing_off),
  'offer.timing.sell_on': moment(plan.timing_sell_on),
  'offer.timing.sell_off': moment(plan.timing_sell_off),
  'offer.rounds[].begin_time': round,
  'offer.bundle.select_count': whole(plan.bundle_sku_select_count, 0, 1_000),
  'offer.purchase_limit.count': whole(purchaseLimit.shape.purchase_limit_count, 1, 1_000_000),
  'offer.purchase_limit.days': whole(purchaseLimit.shape.purchase_limit_days, -1, 3_650),
  'offer.rank': whole(rankInput, 0, 1_000_000),
  rank: whole(rankInput, 0, 1_000_000),
  'sku.price': fen(skuInput.shape.price),
  'sku.vip_price': fen(skuInput.shape.vip_price),
  'sku.time_limit_price': fen(skuInput.shape.time_limit_price),
  'sku.purchase_limit.count': whole(purchaseLimit.shape.purchase_limit_count, 1, 1_000_000),
  'sku.purchase_limit.days': whole(purchaseLimit.shape.purchase_limit_days, -1, 3_650),
  'sku.rank': whole(rankInput, 0, 1_000_000),
  'sku.of_version': derived('version of a stream', 0, POSITION),
  plan_version: derived('version of a stream', -1, POSITION),
  product_type: CODE(4),
  status: CODE(8),
  'lines[].price': fen(moneyInput),
  'lines[].count': derived('order-line of the import, order-choice', 1, MAX_IMPORTED_UNITS),
  month: MONTHS,
  'RedeemCodeIssued month': orNone(whole(codes.month, 1, MAX_MONTHS)),
  show_amount: LIST_TOTAL,
  discount: LIST_TOTAL,
  shipping_fee: TOTAL,
  total_amount: TOTAL,
  'orders[].total_amount': TOTAL,
  'CartPlaced total_amount': derived('50 entries of a cart', 0, 50 * MAX_INPUT),
  'CartPaid amount': derived('50 entries of a cart', 0, 50 * MAX_INPUT),
  expires_at: EXPIRY,
  'pricing.month_percent': derived('price', 0, 16),
  bundle_count: orNone(BUNDLES),
  'membership.monthly_price': fen(plan.price),
  'upgrade.until': END,
  'upgrade.left.days': derived('ends-too-late: ten years ahead', 0, 3_653),
  'upgrade.left.amount': TOTAL,
  'tickets[].begin_time': round,
  'reply_pools[].units': UNITS,
  'affiliate.rate_percent': derived('contract of the code', 1, 50),
  rate_percent: whole(editAffiliateBody.shape.rate, 1, 50),
  amount: TOTAL,
  refunded_before: TOTAL,
  'units[].count': UNITS,
  revision: NUMBER,
  'TicketHolderChanged revision': derived('change-holder', 1, MAX_HOLDER_CHANGES + MAX_HANDOVERS),
  'TicketHandedOver revision': derived('hand-over', 1, MAX_HOLDER_CHANGES + MAX_HANDOVERS),
  type: CODE(3),
  target: derived('edit-goal', 1, MAX_INPUT),
  'terms.most': derived('save-vote: options of a vote', 1, MAX_OPTIONS),
  'terms.deadline': derived('edit-vote: after the publication', 0, LAST_TIME),
  ballots: NUMBER,
  'counts[].count': NUMBER,
  'AccountClosingRequested due_at': AT,
  'CaseOpened due_at': AT,
  'banners[].from': derived('save-banners', 0, 4_102_444_800_000),
  'banners[].until': derived('save-banners', 0, 4_102_444_800_000),
  'NoticeBarWritten from': moment(bar.begin_time),
  'NoticeBarWritten to': moment(bar.end_time),
  'PostScheduled at': moment(post.publish_time),
  'terms.public_at': moment(post.public_time),
  'terms.audience.min_price': fen(post.min_price),
  'added[].rank': derived('ranks of an album', 1, MAX_RANK),
  'moved[].rank': derived('ranks of an album', 1, MAX_RANK),
  'window.begin_at': moment(goal.begin_time),
  'window.end_at': moment(goal.end_time),
  value: MONTH_SUM,
  through: NUMBER,
  number: derived('counted by the decider', 0, 10_000),
  batch_size: whole(codes.num, 1, 5_000),
  uses: whole(codes.uses, 1, 10_000),
  valid_until: moment(codes.valid_until),
  first: POOL,
  left: POOL,
  added: POOL,
  units: UNITS,
  count: UNITS,
  'RepliesAdded count': derived('quota of a pool', 1, 50_000),
  'RepliesDropped count': derived('quota of a pool', 1, 50_000),
  'BundleHeld count': BUNDLES,
  'BundleSold count': BUNDLES,
  'BundleReleased count': BUNDLES,
  'BundleReturned count': BUNDLES,
  stock: whole(stockInput, 0, 10_000_000),
  orders: NUMBER,
  gross: MONTH_SUM,
  payment_fee: MONTH_SUM,
  service_fee: MONTH_SUM,
  affiliate: MONTH_SUM,
  refunds: MONTH_SUM,
  commissions: MONTH_SUM,
  net: MONTH_SUM,
  'RefundCharged net': derived('part of an order', -MAX_INPUT, MAX_INPUT),
  first_position: NUMBER,
  last_position: NUMBER,
  available_at: AT,
  'WithdrawalRequested amount': MONTH_SUM,
  withdraw_type: CODE(99),
  attempt: derived('attempts of a process', 1, 10_000),
  monthly_price: fen(plan.price),
  paid: TOTAL,
  months: MONTHS,
  from: AT,
  until: END,
  'runs_on.until': END,
  begin: AT,
  'grants[].at': AT,
  'grants[].months': MONTHS,
  'grants[].monthly_price': fen(plan.price),
  'grants[].paid': TOTAL,
  'grants[].from': END,
  'grants[].until': END,
  'moved[].from': END,
  'moved[].until': END,
  'next.from': END,
  'next.until': END,
  next_at: END,
  discount_option: CODE(1),
  'rules[].first_fee': derived('save-template', 0, MAX_SHIPPING_FEE),
  'rules[].next_fee': derived('save-template', 0, MAX_SHIPPING_FEE),
  begin_time: round,
  scanned_at: derived('contract, and the clock', 0, LAST_TIME),
  line: derived('lines of a file', 1, POSITION),
  'rejected[].line': derived('lines of a file', 1, POSITION),
  fee: STATEMENT_AMOUNT,
  'StatementLineRecorded amount': STATEMENT_AMOUNT,
  'StatementImported amount': STATEMENT_AMOUNT,
  'seen.ours': STATEMENT_AMOUNT,
  'seen.theirs': STATEMENT_AMOUNT,
  written_off: STATEMENT_AMOUNT,
  written_back: STATEMENT_AMOUNT,
  at: derived('statement-cells', Date.UTC(2000, 0, 1), Date.UTC(2199, 11, 31)),
  'StatementImported from': derived('statement-cells', Date.UTC(2000, 0, 1), Date.UTC(2199, 11, 31)),
  'StatementReversed from': derived('statement-cells', Date.UTC(2000, 0, 1), Date.UTC(2199, 11, 31)),
  to: derived('statement-cells', Date.UTC(2000, 0, 1), Date.UTC(2199, 11, 31)),
  bytes: derived('largest file', 0, POSITION),
  fresh: derived('lines of a file', 0, POSITION),
  known: derived('lines of a file', 0, POSITION),
  rejected_count: derived('lines of a file', 0, POSITION),
};

/** Paths at which null means a missing part or id. */
const PARTS = new Set([
  'offer.vip',
  'offer.time_limit',
  'offer.bundle',
  'offer.purchase_limit',
  'offer.shipping_template_id',
  'grants[].from_plan',
  'offer.invite_code_hash',
  'membership',
  'upgrade',
  'shipping',
  'redeem',
  'OrderPlaced affiliate',
  'remark_ref',
  'text_ref',
  'window',
  'instead_of',
  'terms.goal_id',
  'next',
  'runs_on',
  'application_id',
  'by',
]);

/** The bound of a number; undefined without an entry. */
export const boundOf = (type: EventType, path: string): Bound | undefined =>
  PARTS.has(`${type} ${path}`) || PARTS.has(path) ? NOTHING : (BOUNDS[`${type} ${path}`] ?? BOUNDS[path]);
