import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, money, outTradeNo, seconds } from '../fields/fields.ts';

export const getReceiptPdf = endpoint('GET', '/api/order/receipt.pdf', {
  access: 'fan',
  limit: 'print',
  /** Links have no headers, so the language is a parameter. */
  query: z.object({
    out_trade_no: outTradeNo,
    locale_lang: z.enum(['zh-CN', 'en-US']).optional(),
  }),
  description: 'The receipt as a PDF file (A4), in the language of `locale_lang` or of the header.',
});

const party = z.object({ user_id: id, name: z.string() });

export const receiptLine = z.object({
  /** Empty for a custom amount */
  name: z.string(),
  /** Units, bundles or months */
  count: z.number().int(),
  unit: z.enum(['piece', 'bundle', 'month', 'once']),
  /** Of one unit; null if only the whole has a price */
  price: money.nullable(),
  /** The charged amounts: lines and shipping add up to the total */
  amount: money,
  /** The contents of bundles */
  parts: z.array(z.object({ name: z.string(), count: z.number().int() })),
});

const refund = z.object({
  amount: money,
  reason: z.string(),
  time: seconds,
  /** When the provider returned the money; null: not yet */
  sent_at: seconds.nullable(),
  /** Log position of the refund */
  position: z.number().int(),
});

const receiptAnswer = z.object({
  out_trade_no: outTradeNo,
  /** Empty for a single order */
  cart_order_no: z.string(),
  seller: party,
  buyer: party,
  lines: z.array(receiptLine),
  /** `show_amount − discount + shipping_fee = total_amount` */
  show_amount: money,
  discount: money,
  shipping_fee: money,
  total_amount: money,
  currency: z.literal('CNY'),
  refunds: z.array(refund),
  refunded_amount: money,
  /** The payment less refunds */
  kept_amount: money,
  paid_at: seconds,
  /** How it was paid; 3: by a redeem code */
  py_type: z.string(),
  /** The provider that collected it */
  provider: z.string(),
  /** The payment's id at the provider, empty for a free order */
  charge_id: z.string(),
  /** Log position of the payment */
  position: z.number().int(),
  /** When this receipt was created */
  issued_at: seconds,
});
export const getReceipt = endpoint('GET', '/api/order/receipt', {
  access: 'fan',
  query: z.object({ out_trade_no: outTradeNo }),
  answer: receiptAnswer,
  reads: ['orders'],
});

export type Receipt = z.infer<typeof receiptAnswer>;
