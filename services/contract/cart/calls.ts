import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  flag,
  id,
  money,
  moneyInput,
  orderHeaders,
  outTradeNo,
  seconds,
  termsVersion,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { orderedTickets, skuLines } from '#services/contract/orders/create-order.ts';
import { pay, price } from '#services/contract/orders/orders.ts';

/** Maximum of entries in a cart. */
const MAX_ENTRIES = 50;
const remark = text(500);

/** One or several entries. */
const entryIds = z.union([id.transform((one) => [one]), z.array(id).min(1).max(MAX_ENTRIES)]);

/**
 * Adds an entry; an equal choice increases the existing one. With `cart_id` that entry's choice is replaced: counts,
 * months, contents of a bundle. The same key is the same change, also after the purchase.
 */
export const addToCart = z
  .object({
    cart_id: id.optional(),
    plan_id: id.optional(),
    month: whole(1, 36).optional(),
    sku: skuLines.optional(),
    bundle_count: whole(1, 1_000).optional(),
    remark: remark.optional(),
    /** Of the link of a creator's program, for the order; the newest replaces an earlier one */
    custom_order_id: text(80).optional(),
    /** Of the link of a partner; the newest replaces an earlier one. Looked at when it is ordered */
    affiliate_code: text(60).optional(),
  })
  .refine((value) => (value.cart_id === undefined) !== (value.plan_id === undefined), {
    message: 'required',
    path: ['plan_id'],
  });
export const addCartEntry = endpoint('POST', '/api/cart/add', {
  access: 'fan',
  body: addToCart,
  headers: orderHeaders,
  answer: z.object({ cart_id: id, total_count: z.number().int() }),
});

/** The cart after the change. */
const cartCount = z.object({ total_count: z.number().int() });
export const pickCartEntries = endpoint('POST', '/api/cart/pick', {
  access: 'fan',
  body: z.object({ cart_id: entryIds, picked: flag }),
  answer: cartCount,
});
export const editCartRemark = endpoint('POST', '/api/cart/remark', {
  access: 'fan',
  body: z.object({ cart_id: id, remark }),
  answer: cartCount,
});
export const deleteCartEntries = endpoint('POST', '/api/cart/delete', {
  access: 'fan',
  body: z.object({ cart_id: entryIds }),
  answer: cartCount,
});
export const countCartEntries = endpoint('GET', '/api/cart/count', { access: 'fan', answer: cartCount });

/** The refusal for an entry that cannot be bought now. */
const entryRefusal = z
  .object({
    ec: z.number().int(),
    em: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .nullable();

const cartSku = z.object({
  sku_id: id,
  /** Empty when the plan no longer has it */
  name: z.string(),
  pic: z.string(),
  count: z.number().int(),
  price: money,
  /** Units left, `""` unlimited */
  stock: z.union([z.literal(''), z.number().int()]),
});

const cartEntry = z.object({
  cart_id: id,
  plan: z.object({
    plan_id: id,
    name: z.string(),
    pic: z.string(),
    product_type: z.number().int(),
    pay_month: z.number().int(),
    permanent: z.boolean(),
    single_month: z.boolean(),
    need_address: z.boolean(),
    need_identity: z.boolean(),
    need_invite_code: z.boolean(),
    config: z.object({
      remark_name: z.string(),
      remark_placeholder: z.string(),
      remark_required: z.boolean(),
    }),
  }),
  /** The units; for a bundle the contents of one. Empty for a sponsorship. */
  sku: z.array(cartSku),
  month: z.number().int(),
  bundle_count: z.number().int(),
  /** Bundles left, `""` unlimited or none */
  bundle_stock: z.union([z.literal(''), z.number().int()]),
  remark: z.string(),
  /** Empty without one */
  custom_order_id: z.string(),
  affiliate_code: z.string(),
  picked: z.boolean(),
  create_time: seconds,
  /** The current price before shipping; null if unknown, then `refusal` has the reason */
  price: price.nullable(),
  refusal: entryRefusal,
});

const cartListAnswer = z.object({
  /** By creator; the one with the newest entry is first */
  list: z.array(
    z.object({
      creator: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
      entries: z.array(cartEntry),
    }),
  ),
  has_more: z.literal(false),
  total_count: z.number().int(),
  /** Of all picked entries that can be bought, before shipping */
  picked_count: z.number().int(),
  total_amount: money,
});
export const listCart = endpoint('GET', '/api/cart/list', {
  access: 'fan',
  answer: cartListAnswer,
  reads: ['catalog', 'stock'],
});

/** Entries to buy together; default: the picked ones. */
const entriesFrom = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(entry).min(1).max(MAX_ENTRIES).optional();
const where = {
  /** A saved address for everything */
  address_id: id.optional(),
  /** Province, for the shipping fee; not needed with an address */
  province: text(12).optional(),
};

const prepareCartBody = z.object({
  entries: entriesFrom(z.object({ cart_id: id, invite_code: text(40).optional() })),
  ...where,
});
const preparedCart = z.object({
  entries: z.array(z.object({ cart_id: id, price: price.nullable(), refusal: entryRefusal })),
  /** Sums over the entries that can be bought */
  show_amount: money,
  discount: money,
  shipping_fee: money,
  total_amount: money,
  /** Shipping depends on the province, which is missing: sums exclude it. */
  shipping_unknown: z.boolean(),
  need_address: z.boolean(),
  /** All of them can be bought. */
  can_order: z.boolean(),
});
export const prepareCart = endpoint('POST', '/api/cart/prepare', {
  access: 'fan',
  body: prepareCartBody,
  answer: preparedCart,
  reads: ['catalog', 'stock'],
});

export const orderCartBody = z.object({
  entries: entriesFrom(
    z.object({
      cart_id: id,
      invite_code: text(40).optional(),
      tickets: orderedTickets,
      /** Replaces the existing entry */
      remark: remark.optional(),
    }),
  ),
  ...where,
  /** The payment type; default: the first that this installation has (`all_py_types`) */
  py_type: text(20).optional(),
  /** The version of the texts that the fan agreed to, as `init/config` has it; another one is refused (40902) */
  terms_version: termsVersion.optional(),
  client_order_key: text(100, 1).optional(),
  /** The total that the fan saw; if it has changed, the order is refused with the new one (40902). */
  total_amount: moneyInput.optional(),
});
const orderedCart = z.object({
  cart_order_no: id,
  /** pending 1, success 2, cancel 3 */
  status: z.number().int(),
  total_amount: money,
  expires_at: seconds,
  position: z.number().int(),
  pay,
  orders: z.array(z.object({ out_trade_no: outTradeNo, status: z.number().int(), total_amount: money })),
});
export const orderCart = endpoint('POST', '/api/cart/create-order', {
  access: 'fan',
  body: orderCartBody,
  // A hundred tickets with names in each entry.
  most_values: 36_000,
  headers: orderHeaders,
  answer: orderedCart,
});

export type CartList = z.infer<typeof cartListAnswer>;
export type CartEntry = z.infer<typeof cartEntry>;
export type PreparedCart = z.infer<typeof preparedCart>;
export type OrderedCart = z.infer<typeof orderedCart>;
export type AddToCart = z.input<typeof addToCart>;
export type PrepareCart = z.input<typeof prepareCartBody>;
export type OrderCart = z.input<typeof orderCartBody>;
