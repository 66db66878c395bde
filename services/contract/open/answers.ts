import { z } from 'zod';
import { id, money, outTradeNo, seconds } from '#services/contract/fields/fields.ts';

/**
 * Answers of the open API, with one type for each field, as clients in typed languages expect (docs/domain/open.md): no
 * nulls; money in yuan as text with two decimals; `stock` as text; everything else that counts as a number.
 */

const bit = z.union([z.literal(0), z.literal(1)]);
/** Units left in digits; `""` unlimited */
const left = z.string().regex(/^\d*$/);
/** Absolute; of a default picture where there is none */
const picture = z.string().regex(/^https?:\/\//);
const total = { total_count: z.number().int(), total_page: z.number().int() };
const sku = z
  .object({
    sku_id: id,
    count: z.number().int(),
    name: z.string(),
    price: money.describe('Of one unit'),
    album_id: z.string(),
    pic: picture,
    stock: left,
    post_id: z.string(),
  })
  .meta({ id: 'OpenSku', description: 'A SKU of an order or of a plan.' });

/** Repeated with every answer. */
const request = z.object({ user_id: z.string(), params: z.string(), ts: z.number(), sign: z.string() });

export const openOrder = z
  .object({
    out_trade_no: outTradeNo,
    custom_order_id: z.string(),
    user_id: id,
    user_private_id: z.string().describe('Stable per fan and creator'),
    plan_id: z.string().describe('`""` for a custom amount'),
    plan_title: z.string(),
    title: z.string(),
    month: z.number().int().describe('1 for everything but sponsorships'),
    total_amount: money.describe('show_amount − discount + shipping_fee'),
    show_amount: money,
    status: z.number().int().describe('2: paid'),
    remark: z.string(),
    redeem_id: z.string(),
    product_type: z.number().int(),
    discount: money,
    shipping_fee: money,
    is_upgrade: bit,
    imported: z.boolean().describe('Sold elsewhere: its fees are 0'),
    sku_detail: z.array(sku),
    create_time: seconds,
    user_name: z.string(),
    address_person: z.string(),
    address_phone: z.string(),
    address_address: z.string(),
    payment_fee: money.describe('A part of total_amount, as the other fees and net_amount'),
    service_fee: money,
    affiliate_fee: money,
    net_amount: money,
    refund_state: z.number().int().describe('0 none, 1 part, 2 full'),
    refunded_amount: money,
    membership_end: seconds.describe(
      'End of the membership that the order gave; 0 for none, 2114352000 if it never ends',
    ),
    pay_time: seconds,
    position: z.number().int().describe('Position of the payment, for `after`'),
  })
  .meta({ id: 'OpenOrder', description: 'A paid order.' });

const openPlan = z
  .object({
    plan_id: id,
    rank: z.number().int(),
    user_id: id,
    status: z.number().int(),
    name: z.string(),
    pic: picture,
    desc: z.string(),
    price: money,
    update_time: seconds,
    timing: z.object({ timing_on: seconds, timing_off: seconds }).describe('0: no such time'),
    pay_month: z.number().int(),
    show_price: money,
    show_price_after_adjust: money,
    has_coupon: bit,
    coupon: z.array(z.never()),
    favorable_price: z.union([z.literal(-1), money]).describe('−1: none'),
    independent: bit,
    permanent: bit,
    can_buy_hide: bit,
    need_address: bit,
    product_type: z.number().int(),
    sale_limit_count: z.number().int().describe('−1: unlimited'),
    need_invite_code: z.boolean(),
    bundle_stock: z.number().int().describe('0: no bundle; −1: unlimited'),
    bundle_sku_select_count: z.number().int().describe('0: no bundle to choose from'),
    config: z.record(z.string(), z.unknown()),
    has_plan_config: bit,
    expire_time: seconds.describe('2114352000: never, also for everything but sponsorships'),
    sku_processed: z.array(sku),
    rankType: z.number().int().describe('0: sponsorship, 30: everything else'),
    can_ali_agreement: bit,
  })
  .meta({ id: 'OpenPlan', description: 'A sponsorship plan, goods, a bundle or tickets.' });

const openSponsor = z
  .object({
    sponsor_plans: z
      .array(openPlan)
      .describe('Those of valid memberships, then what was bought, the newest first'),
    current_plan: z.union([openPlan, z.object({ name: z.literal('') })]).describe('`{"name": ""}`: none'),
    all_sum_amount: money.describe('Before discounts, without what was refunded'),
    create_time: seconds,
    first_pay_time: seconds,
    last_pay_time: seconds,
    user: z.object({ user_id: id, name: z.string(), avatar: picture, user_private_id: z.string() }),
  })
  .meta({ id: 'OpenSponsor', description: 'A fan who paid, with what is still valid.' });

const planWithReplies = z.object({
  plan_id: id,
  price: money,
  name: z.string(),
  product_type: z.number().int(),
  desc: z.string(),
  reply_content: z.string(),
  replay_random_content: z
    .string()
    .describe('The next lines, one per line of text; `reply_random_num` counts all'),
  reply_random_num: z.number().int(),
  independent: bit,
  permanent: bit,
  pay_month: z.number().int(),
  skus: z
    .array(
      z.object({
        sku_id: id,
        plan_id: id,
        name: z.string(),
        desc: z.string(),
        stock: left,
        price: money,
        reply_content: z.string(),
        reply_random_content: z.string(),
        reply_random_num: z.number().int(),
      }),
    )
    .optional()
    .describe('Missing for a sponsorship.'),
});

/** A published post without its text: a program’s token opens nothing that members pay for. */
export const openPost = z
  .object({
    post_id: id,
    type: z.number().int().describe('0 post, 1 article'),
    title: z.string(),
    preview_text: z.string(),
    audience: z.string().describe('Who can read it: all, members, price, named, self'),
    min_price: money.describe('`"0.00"` for other audiences than `price`'),
    plan_ids: z.array(id),
    public_time: seconds.describe('From then on everybody reads it; 0: never'),
    publish_time: seconds,
    publish_sn: z.number().int().describe('Orders posts: the position of the publication'),
  })
  .meta({ id: 'OpenPost', description: 'A published post, without its text.' });

export const openAnswers = {
  ping: z.object({ uid: id, page: z.number().int(), request }),
  'query-order': z.object({
    list: z.array(openOrder),
    ...total,
    next_after: z.number().int().describe('For the next call with `after`'),
    request,
  }),
  'query-sponsor': z.object({ list: z.array(openSponsor), ...total, request }),
  'query-plan': z.object({ plan: planWithReplies, request }),
  'query-plans': z.object({ list: z.array(openPlan), ...total, request }),
  'query-posts': z.object({ list: z.array(openPost), ...total, request }),
  'query-random-reply': z.object({
    list: z.array(z.object({ out_trade_no: outTradeNo, content: z.string() })),
    request,
  }),
  'update-plan-reply': z.object({ reply_random_num: z.number().int(), request }),
  'send-msg': z.object({ request }),
};

export const openFailure = z
  .object({
    ec: z.number().int(),
    em: z.string(),
    data: z.object({ explain: z.string(), debug: z.object({ kv_string: z.string() }), request }),
  })
  .meta({ id: 'OpenFailure', description: 'A refused call: `explain` says why.' });

export type OpenSku = z.infer<typeof sku>;
export type OpenOrder = z.infer<typeof openOrder>;
export type OpenPlan = z.infer<typeof openPlan>;
export type OpenSponsor = z.infer<typeof openSponsor>;
export type OpenPost = z.infer<typeof openPost>;
export type OpenFailure = z.infer<typeof openFailure>;
/** The answer of the call; the request is added. */
export type OpenData<Name extends keyof typeof openAnswers> = Omit<
  z.infer<(typeof openAnswers)[Name]>,
  'request'
>;
