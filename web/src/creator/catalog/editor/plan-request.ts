import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import type { EditPlan, QuotedPlan } from '#services/api/catalog/contract/edit-plan.ts';
import { secondsOf } from './moments.ts';
import type { LimitValues, PlanValues, ReductionWay, ReplyValues, SkuValues } from './plan-values.ts';

type SkuRequest = NonNullable<EditPlan['sku']>[number];

const limitRequest = ({ count, days }: LimitValues) => ({
  // An empty field is 0, which the contract refuses at its place.
  purchase_limit_count: Number(count),
  purchase_limit_days: Number(days),
});

/** 0 none, 1 per SKU, 2 per account for the plan, 3 both (commerce specification 3). */
export const limitType = ({ limits_sku, limits_plan }: PlanValues): number =>
  (limits_sku ? 1 : 0) + (limits_plan ? 2 : 0);

const replyRequest = (reply: ReplyValues) => ({
  reply_switch: reply.reply_switch,
  reply_content: reply.reply_content.trim(),
  reply_random_switch: reply.reply_random_switch,
  ...(reply.reply_random_switch && { reply_random_content: reply.reply_random_content }),
});

/** Fields of another kind of reduction are not sent. */
const byWay = (way: ReductionWay, price: string, discount: string) => ({
  price: way === 'price' ? price.trim() : '',
  discount: way === 'discount' ? discount : '',
});

function vipRequest(values: PlanValues): Partial<EditPlan> {
  if (!values.has_vip) return {};
  const { price, discount } = byWay(values.vip_way, values.vip_price, values.vip_price_discount);
  return {
    vip_plan: values.vip_plan,
    vip_price: price,
    vip_price_discount: discount,
    product_vip_price_include_history: values.product_vip_price_include_history,
  };
}

function timeLimitRequest(values: PlanValues): Omit<QuotedPlan, 'product_type'> {
  if (!values.has_time_limit_price) return { has_time_limit_price: false };
  const { time_limit_way, time_limit_price, time_limit_price_discount } = values;
  const { price, discount } = byWay(time_limit_way, time_limit_price, time_limit_price_discount);
  return {
    has_time_limit_price: true,
    time_limit_begin: secondsOf(values.time_limit_begin) ?? '',
    time_limit_end: secondsOf(values.time_limit_end) ?? '',
    time_limit_price: price,
    time_limit_price_discount: discount,
  };
}

const timingRequest = (values: PlanValues): Partial<EditPlan> =>
  values.is_timed
    ? {
        timing_on: secondsOf(values.timing_on) ?? '',
        timing_off: secondsOf(values.timing_off) ?? '',
        timing_sell_on: secondsOf(values.timing_sell_on) ?? '',
        timing_sell_off: secondsOf(values.timing_sell_off) ?? '',
      }
    : {};

/** Nothing is sent while the code stays; the empty code takes it away. */
function codeRequest({ needs_code, invite_code }: PlanValues): Partial<EditPlan> {
  if (!needs_code) return { invite_code: '' };
  return invite_code.trim() === '' ? {} : { invite_code: invite_code.trim() };
}

/** Goods that a bundle takes are named alone: the rest is the goods'. */
function skuRequest(sku: SkuValues, values: PlanValues): SkuRequest {
  const limit = values.limits_sku ? limitRequest(sku.limit) : null;
  if (sku.sku_id !== undefined && sku.plan_name !== '') {
    return { sku_id: sku.sku_id, product_purchase_limit: limit };
  }
  const round = values.ticket_round_list.find(({ key }) => key === sku.round);
  return {
    ...(sku.sku_id === undefined ? { stock: sku.stock } : { sku_id: sku.sku_id }),
    name: sku.name.trim(),
    price: sku.price.trim(),
    pic: sku.pic,
    product_purchase_limit: limit,
    ...(values.has_vip && { vip_price: sku.vip_price.trim() }),
    ...(values.has_time_limit_price && { time_limit_price: sku.time_limit_price.trim() }),
    ...(round?.id !== undefined && { ticket_round_id: round.id }),
    ...(round !== undefined &&
      round.id === undefined && { ticket_round_begin_time: secondsOf(round.begin_time) ?? '' }),
    purchased_rich_text: sku.purchased_rich_text,
    ...replyRequest(sku),
  };
}

const sponsorshipRequest = (values: PlanValues): Partial<EditPlan> => ({
  price: values.price.trim(),
  pay_month: values.pay_month,
  favorable_price: values.pay_month === '1' ? '' : values.favorable_price.trim(),
  independent: values.independent || values.permanent,
  permanent: values.permanent,
  can_ali_agreement: values.can_ali_agreement,
});

const bundleRequest = (values: PlanValues): Partial<EditPlan> => ({
  price: values.price.trim(),
  ...(values.product_type === PRODUCT_TYPE.choice_bundle && {
    bundle_sku_select_count: values.bundle_sku_select_count,
    bundle_sku_can_repeat: values.bundle_sku_can_repeat,
  }),
  ...(values.plan_id === undefined && { bundle_stock: values.bundle_stock }),
});

const ticketRequest = (values: PlanValues): Partial<EditPlan> => ({
  ticket_round_list: values.ticket_round_list.map(({ id, begin_time }) => ({
    ...(id !== undefined && { id }),
    // An unfinished one is 0, which the contract refuses at its place.
    begin_time: secondsOf(begin_time) ?? 0,
  })),
  need_identity: values.need_identity,
});

/** The request that saves the form. */
export function planRequestOf(values: PlanValues): EditPlan {
  const { product_type } = values;
  const request: EditPlan = {
    name: values.name.trim(),
    desc: values.desc.trim(),
    pic: values.pic,
    product_type,
    need_address: values.need_address,
    can_buy_hide: values.can_buy_hide,
    purchase_limit_type: limitType(values),
    product_purchase_limit: values.limits_plan ? limitRequest(values.limit) : null,
    config: values.asks_remark
      ? {
          remark_name: values.remark_name.trim(),
          remark_placeholder: values.remark_placeholder.trim(),
          remark_required: values.remark_required,
        }
      : null,
    ...vipRequest(values),
    ...timeLimitRequest(values),
    ...timingRequest(values),
    ...codeRequest(values),
    ...replyRequest(values),
    sku: values.sku.map((sku) => skuRequest(sku, values)),
  };
  if (values.plan_id !== undefined) request.plan_id = values.plan_id;
  if (values.rank !== undefined) request.rank = values.rank;
  if (product_type === PRODUCT_TYPE.sponsorship) return { ...request, ...sponsorshipRequest(values) };
  if (product_type === PRODUCT_TYPE.ticket) return { ...request, ...ticketRequest(values) };
  const sent = { ...request, shipping_template_id: values.shipping_template_id };
  return isBundle(product_type) ? { ...sent, ...bundleRequest(values) } : sent;
}

/** The part of the form that its prices depend on; unfinished amounts are left out. */
export function quoteRequestOf(values: PlanValues): QuotedPlan {
  const { product_type, price, pay_month, favorable_price, sku } = values;
  const limited = values.has_time_limit_price && secondsOf(values.time_limit_end) !== undefined;
  const amount = (typed: string) => (typed.trim() === '' ? {} : { price: typed.trim() });
  return {
    product_type,
    ...amount(price),
    pay_month,
    favorable_price: pay_month === '1' ? '' : favorable_price.trim(),
    ...timeLimitRequest({ ...values, has_time_limit_price: limited }),
    sku: sku.map((one) => ({
      ...amount(one.price),
      time_limit_price: limited ? one.time_limit_price.trim() : '',
    })),
  };
}
