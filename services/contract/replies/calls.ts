import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, longText, orderHeaders, outTradeNo, text } from '#services/contract/fields/fields.ts';

/** The replies of an order: those of the plan, or of one of its SKUs. */
export const reply = z.object({
  /** Empty: of the plan as a whole. */
  sku_id: z.union([id, z.literal('')]),
  name: z.string(),
  /** The text for every buyer; can be empty */
  reply_content: z.string(),
  /** The lines of this order, one per unit */
  reply_random_content: z.array(z.string()),
  /** Units that wait until the creator adds lines */
  reply_pending_num: z.number().int(),
});

const orderReplies = z.object({
  out_trade_no: outTradeNo,
  list: z.array(reply),
  /** Some replies are pending. */
  reply_pending: z.boolean(),
});
export const listOrderReplies = endpoint('GET', '/api/order/replies', {
  access: 'fan',
  query: z.object({ out_trade_no: outTradeNo }),
  answer: orderReplies,
});

const replyPool = z.object({
  /** Lines left */
  reply_random_num: z.number().int(),
  /** Units of paid orders that wait for lines */
  reply_pending_num: z.number().int(),
});
export const getReplyPool = endpoint('GET', '/api/creator/random-reply', {
  access: 'creator',
  query: z.object({ pool_id: id }),
  answer: replyPool,
});
export const editReplyPool = endpoint('POST', '/api/creator/edit-random-reply', {
  access: 'creator',
  /** Either of the two: sponsorship plans and bundles have one pool, other plans one per SKU. */
  body: z
    .object({
      plan_id: id.optional(),
      sku_id: id.optional(),
      /** One reply per line */
      reply_random_content: longText(1_000_000).default(''),
      update_random_reply_type: z.enum(['append', 'overwrite']).default('append'),
      client_order_key: text(100, 1).optional(),
    })
    .refine(({ plan_id, sku_id }) => (plan_id === undefined) !== (sku_id === undefined), {
      message: 'required',
      path: ['sku_id'],
    }),
  headers: orderHeaders,
  answer: replyPool.extend({ position: z.number().int() }),
});

export type OrderRepliesAnswer = z.infer<typeof orderReplies>;
