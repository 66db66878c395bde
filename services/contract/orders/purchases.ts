import { z } from 'zod';
import { opened } from '#services/contract/content/opened.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessMonth,
  id,
  list,
  minPosition,
  money,
  outTradeNo,
  paged,
  seconds,
  whole,
} from '#services/contract/fields/fields.ts';
import { reply } from '#services/contract/replies/calls.ts';
import { orderedPlan } from './order-list.ts';

const person = z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() });

const bought = {
  sku: z.object({ sku_id: id, name: z.string(), pic: z.string() }),
  /** As the newest order has it */
  plan: orderedPlan,
  creator: person,
  /** The fan's units, less refunded ones */
  count: z.number().int(),
  /** Numbers of the orders with it, newest first; at most 20 */
  orders: z.array(outTradeNo),
  last_pay_time: seconds,
  /** The SKU has a text or a file for buyers, or opens posts. */
  has_content: z.boolean(),
  /** Posts that it opens */
  opens: opened,
};

const purchasedAnswer = list(z.object(bought));
export const listPurchases = endpoint('GET', '/api/my/purchased', {
  access: 'fan',
  query: paged({
    /** Bundles of either kind under 2 and 3 */
    product_type: whole(1, 4).optional(),
  }),
  answer: purchasedAnswer,
  reads: ['orders', 'posts'],
});

const purchasedSkuAnswer = z.object({
  ...bought,
  /** The file for buyers, with an address that is valid for 60 to 120 seconds and for the caller only */
  attachment: z
    .object({ file_id: id, name: z.string(), type: z.string(), bytes: z.number().int(), url: z.string() })
    .nullable(),
  /** Sanitized HTML: only text markup. Empty without text. */
  content_html: z.string(),
  /** The replies of each order, newest first; orders without replies are omitted */
  replies: z.array(z.object({ out_trade_no: outTradeNo, list: z.array(reply), reply_pending: z.boolean() })),
  as_of: asOf,
});
export const getPurchasedSku = endpoint('GET', '/api/my/purchased-sku', {
  access: 'fan',
  query: z.object({ sku_id: id, min_position: minPosition }),
  answer: purchasedSkuAnswer,
  reads: ['orders', 'replies', 'catalog', 'posts', 'grants'],
});

const month = z.object({
  month: businessMonth,
  /** Payments, refunded ones too */
  orders: z.number().int(),
  paid: money,
  refunded: money,
  /** Payments less refunds; can be negative, because refunds can be of an earlier month */
  spent: money,
});
const move = z.object({
  kind: z.enum(['payment', 'refund']),
  time: seconds,
  amount: money,
  /** Of a refund: when the provider had sent it; null: not yet. Null for a payment. */
  sent_at: seconds.nullable(),
  out_trade_no: outTradeNo,
  plan: orderedPlan,
  creator: person,
});
/** A fan's own payments and refunds, newest first, and every business month with their sums. */
const spendingHistory = list(move).extend({ months: z.array(month) });
export const listSpending = endpoint('GET', '/api/my/bill-history', {
  access: 'fan',
  query: paged({
    /** Only this month's; every month's when left out */
    month: businessMonth.optional(),
  }),
  answer: spendingHistory,
  reads: ['orders'],
});

export type Purchased = z.infer<typeof purchasedAnswer>['list'][number];
export type PurchasedSku = z.infer<typeof purchasedSkuAnswer>;
export type SpendingHistory = z.infer<typeof spendingHistory>;
export type MoneyMove = SpendingHistory['list'][number];
