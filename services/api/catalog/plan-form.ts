import type { z } from 'zod';
import type { AutoReply, BundleTerms, PurchaseLimit, TimeLimit, Timing, VipTerms } from '#events/catalog.ts';
import { asPlanId, asSkuId, hexId, newPlanId, newSkuId, type UserId } from '#events/ids.ts';
import { type Fen, ZERO } from '#events/money.ts';
import {
  isBundle,
  PLAN_STATUS,
  PRODUCT_TYPE,
  type ProductType,
  type PurchaseLimitType,
} from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { EditPlan } from '#services/commerce/catalog/edit-plan.ts';
import type { OfferForm, OfferRights, RoundEdit, SkuEdit } from '#services/commerce/catalog/offer-form.ts';
import type { editPlan, purchaseLimit, quotedPlan, skuInput } from '#services/contract/catalog/edit-plan.ts';
import type { CreatorRights } from '#services/modules/accounts/rights.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import { fenOfInput } from '../http/money.ts';
import type { Priced } from './plan-prices.ts';

type PlanBody = z.output<typeof editPlan>;
type SkuBody = z.output<typeof skuInput>;
type QuoteBody = Omit<z.output<typeof quotedPlan>, 'sku'>;

/** The creator's rights and certification, which limit offers. */
export const offerRights = (
  { is_verified, rights }: CreatorRights,
  { canRenew }: Pick<Payments, 'canRenew'>,
): OfferRights => ({
  verified: is_verified,
  bundles: rights.bundle,
  tickets: rights.can_sale_ticket_user,
  permanent: rights.add_permanent_plan,
  timing: rights.can_set_plan_timing_user,
  agreement: rights.can_set_agreement_user,
  attachments: rights.add_attachment,
  renewing_provider: canRenew,
});

type LimitBody = z.output<typeof purchaseLimit> | null | undefined;

/** @param inAll the combined limits, used where the plan has no own field */
function limitOf(own: LimitBody, inAll: LimitBody): PurchaseLimit | null {
  const limit = own === undefined ? inAll : own;
  return limit ? { count: limit.purchase_limit_count, days: limit.purchase_limit_days } : null;
}

const fenOf = (amount: string | null | undefined): Fen | null => (amount ? fenOfInput(amount) : null);
const millisOf = (seconds: number | '' | null | undefined): Millis | null =>
  seconds ? seconds * 1000 : null;
const percentOf = (share: number | '' | null | undefined): number | null =>
  share ? Math.round(share * 100) : null;

const replyOf = (
  reply: Pick<SkuBody, 'reply_switch' | 'reply_content' | 'reply_random_switch'>,
): AutoReply => ({
  on: reply.reply_switch,
  content: reply.reply_content,
  random_on: reply.reply_random_switch,
});

function vipOf(body: PlanBody): VipTerms | null {
  const named = typeof body.vip_plan === 'object' ? body.vip_plan?.plan_id : body.vip_plan;
  if (!named) return null;
  return {
    plan_id: asPlanId(named),
    price: fenOf(body.vip_price),
    percent: percentOf(body.vip_price_discount),
    include_history: body.product_vip_price_include_history,
  };
}

/** The limited-time price, from separate fields or from one object, as answers have it. */
function timeLimitOf(body: QuoteBody): TimeLimit | null {
  const whole = typeof body.time_limit_price === 'object' ? body.time_limit_price : null;
  const flat = typeof body.time_limit_price === 'string' ? body.time_limit_price : null;
  const begin_time = millisOf(body.time_limit_begin ?? whole?.begin_time);
  const end_time = millisOf(body.time_limit_end ?? whole?.end_time);
  const wanted = body.has_time_limit_price ?? (begin_time !== null || end_time !== null);
  if (!wanted) return null;
  return {
    id: hexId(),
    price: fenOf(flat ?? whole?.price),
    percent: percentOf(body.time_limit_price_discount ?? whole?.discount),
    // Without a begin it starts immediately; without an end there is nothing to compare.
    begin_time: begin_time ?? 0,
    end_time: end_time ?? 0,
  };
}

const timingOf = (body: PlanBody): Timing => ({
  on: millisOf(body.timing_on ?? body.timing?.timing_on),
  off: millisOf(body.timing_off ?? body.timing?.timing_off),
  sell_on: millisOf(body.timing_sell_on ?? body.timing?.timing_sell_on),
  sell_off: millisOf(body.timing_sell_off ?? body.timing?.timing_sell_off),
});

function bundleOf({ product_type, ...body }: PlanBody): BundleTerms | null {
  if (!isBundle(product_type)) return null;
  const count = body.bundle_sku_select_count;
  const select_count = count === '' || count === undefined ? null : count;
  return { select_count, repeats: body.bundle_sku_can_repeat };
}

/** `pics` has all pictures; without it, `pic` changes the first one only. */
function picturesOf({ pic, pics }: PlanBody): Pick<OfferForm, 'pic' | 'more_pics'> {
  if (pics === undefined) return { pic };
  const [first = '', ...more_pics] = pics;
  return { pic: first, more_pics };
}

function offerForm(body: PlanBody, rounds: readonly RoundEdit[]): OfferForm {
  const config = body.has_plan_config === false ? null : body.config;
  return {
    name: body.name,
    desc: body.desc,
    ...picturesOf(body),
    // The schema allows 0 to 4; 1, 3 or 12; and 0 to 3. To the compiler they are numbers.
    product_type: body.product_type as ProductType,
    pay_month: body.pay_month as OfferForm['pay_month'],
    single_month: body.single_month,
    purchase_limit_type: body.purchase_limit_type as PurchaseLimitType,
    price: fenOf(body.price),
    favorable_price: fenOf(body.favorable_price),
    independent: body.independent,
    permanent: body.permanent,
    can_ali_agreement: body.can_ali_agreement,
    need_address: body.need_address,
    can_buy_hide: body.can_buy_hide,
    purchase_limit: limitOf(body.product_purchase_limit, body.purchase_limit_info?.product),
    remark_name: config?.remark_name ?? '',
    remark_placeholder: config?.remark_placeholder ?? '',
    remark_required: config?.remark_required ?? false,
    rank: body.rank ?? null,
    vip: vipOf(body),
    time_limit: timeLimitOf(body),
    timing: timingOf(body),
    shipping_template_id: body.shipping_template_id || null,
    bundle: bundleOf(body),
    rounds,
    need_identity: body.product_type === PRODUCT_TYPE.ticket,
    invite_code: body.invite_code,
    reply: replyOf(body),
  };
}

/** The rounds; one without an id gets one here, so that deciding again decides the same. */
const roundsOf = (body: PlanBody): RoundEdit[] =>
  body.ticket_round_list.map(({ id, begin_time }) => ({
    round_id: id || hexId(),
    begin_time: begin_time * 1000,
    ...(!id && { is_new: true }),
  }));

/** Which round a ticket admits to: the one it names, else the one at the time that it names. */
function roundOf(sku: SkuBody, rounds: readonly RoundEdit[]): string | null {
  if (sku.ticket_round_id) return sku.ticket_round_id;
  const at = millisOf(sku.ticket_round_begin_time);
  if (at === null) return null;
  // A time at which there is no round is refused as one that is not known.
  return rounds.find(({ begin_time }) => begin_time === at)?.round_id ?? 'none';
}

/** A SKU without an id is new and gets one here, for the same reason. */
function skuEdit(sku: SkuBody, index: number, rounds: readonly RoundEdit[], body: PlanBody): SkuEdit {
  const inAll = body.purchase_limit_info?.sku.find(({ sku_id }) => sku_id === sku.sku_id);
  const is_new = !sku.sku_id;
  return {
    is_new,
    stock: sku.stock === undefined || sku.stock === '' ? null : sku.stock,
    offer: {
      sku_id: sku.sku_id ? asSkuId(sku.sku_id) : newSkuId(),
      // Only goods in a bundle come without: they already have both.
      name: sku.name ?? '',
      price: fenOf(sku.price) ?? ZERO,
      pic: sku.pic,
      purchase_limit: limitOf(sku.product_purchase_limit, inAll),
      // Higher ranks come first; a SKU added at the end does not change the others.
      rank: 0 - index,
      of_plan: null,
      round_id: roundOf(sku, rounds),
      vip_price: fenOf(sku.vip_price),
      time_limit_price: fenOf(sku.time_limit_price),
      reply: replyOf(sku),
      purchased_rich_text: sku.purchased_rich_text,
      of_version: null,
      attachment: sku.attachment,
      feed_switch: sku.feed_switch,
    },
  };
}

/** The form's fields that determine prices. */
export const pricedForm = (body: z.output<typeof quotedPlan>): Priced => ({
  offer: {
    // The schema allows 0 to 4, and 1, 3 or 12: numbers to the compiler.
    product_type: body.product_type as ProductType,
    pay_month: body.pay_month as OfferForm['pay_month'],
    price: fenOf(body.price) ?? ZERO,
    favorable_price: fenOf(body.favorable_price),
    permanent: false,
    vip: null,
    time_limit: timeLimitOf(body),
  },
  facts: body.sku.map((sku) => ({
    price: fenOf(sku.price) ?? ZERO,
    vip_price: null,
    time_limit_price: fenOf(sku.time_limit_price),
  })),
});

/** The command's input from the form that the creator sent; without plan_id a plan is made. */
export function planEdit(body: PlanBody, creator_id: UserId, rights: OfferRights): EditPlan {
  const rounds = roundsOf(body);
  const { bundle_stock } = body;
  return {
    creator_id,
    plan_id: body.plan_id ? asPlanId(body.plan_id) : newPlanId(),
    may_create: !body.plan_id,
    ...(body.status === PLAN_STATUS.hidden && { initial_status: PLAN_STATUS.hidden }),
    offer: offerForm(body, rounds),
    skus: body.sku.map((sku, index) => skuEdit(sku, index, rounds, body)),
    bundle_stock: bundle_stock === '' || bundle_stock === undefined ? null : bundle_stock,
    origin: 'seller',
    rights,
  };
}
