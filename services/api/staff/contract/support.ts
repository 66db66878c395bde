import { z } from 'zod';
import { asOf, id, outTradeNo, page, perPage, text } from '../../http/contract/fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orderDetailAnswer } from '../../orders/contract/order-detail.ts';
import { order } from '../../orders/contract/order-list.ts';

/** Why somebody looks: it is recorded with who looked, at what and when. */
const reason = text(200, 1);

/** Whose orders: by the e-mail address or phone number that they tell, or by their id. */
const supportOrdersQuery = z
  .object({ account: text(120).optional(), user_id: id.optional(), reason, page, per_page: perPage })
  .refine(({ account, user_id }) => (account === undefined) !== (user_id === undefined), {
    path: ['account'],
    message: 'required',
  });
/** Newest first, without remarks and addresses: those are told of one order at a time. */
export const supportOrders = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  list: z.array(order),
  has_more: z.boolean(),
  total_count: z.number().int(),
  as_of: asOf,
});
export const orders = endpoint('GET', '/api/support/orders', {
  access: 'support',
  query: supportOrdersQuery,
  answer: supportOrders,
});
export type SupportOrders = z.infer<typeof supportOrders>;

const supportOrderQuery = z.object({ out_trade_no: outTradeNo, reason });
/** What it gave (codes, replies) and the creator's own note are not shown, and nothing can be done with it. */
export const supportOrderAnswer = orderDetailAnswer;
export const supportOrder = endpoint('GET', '/api/support/order', {
  access: 'support',
  query: supportOrderQuery,
  answer: supportOrderAnswer,
});
