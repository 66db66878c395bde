import { limitsAccount, limitsSkus, PRODUCT_TYPE, type ProductType } from '#events/status.ts';
import type { Plan, Sku } from '#services/api/catalog/contract/plans.ts';
import { momentOf } from './moments.ts';
import { type LimitValues, newPlanValues, noLimit, type PlanValues, type SkuValues } from './plan-values.ts';

const limitOf = (limit: Sku['product_purchase_limit']): LimitValues =>
  limit === null ? noLimit() : { count: limit.purchase_limit_count, days: limit.purchase_limit_days };

/** Lines that are in the pool stay there: the field is for more. */
const replyOf = (reply: Pick<Sku, 'reply_switch' | 'reply_content' | 'reply_random_switch'>) => ({
  reply_switch: reply.reply_switch,
  reply_content: reply.reply_content,
  reply_random_switch: reply.reply_random_switch,
  reply_random_content: '',
});

export const savedSku = (sku: Sku): SkuValues => ({
  ...replyOf(sku),
  key: sku.sku_id,
  sku_id: sku.sku_id,
  name: sku.name,
  price: sku.price,
  stock: sku.stock,
  pic: sku.pic,
  limit: limitOf(sku.product_purchase_limit),
  vip_price: sku.vip_price,
  time_limit_price: sku.time_limit_price,
  round: sku.ticket_round_id,
  purchased_rich_text: sku.purchased_rich_text,
  plan_name: sku.plan_name,
  offered: sku.offered,
});

/** The types that the contract knows; an answer's number is one of them. */
export const kindOf = (product_type: number): ProductType =>
  Object.values(PRODUCT_TYPE).find((type) => type === product_type) ?? PRODUCT_TYPE.goods;

function reductionsOf(plan: Plan) {
  const limit = plan.time_limit_price;
  return {
    has_vip: plan.vip_plan !== null,
    vip_plan: plan.vip_plan?.plan_id ?? '',
    vip_way: plan.vip_price_discount === '' ? ('price' as const) : ('discount' as const),
    vip_price: plan.vip_price,
    vip_price_discount: String(plan.vip_price_discount),
    product_vip_price_include_history: plan.product_vip_price_include_history,
    has_time_limit_price: limit !== null,
    time_limit_way: limit === null || limit.discount !== '' ? ('discount' as const) : ('price' as const),
    time_limit_price: limit?.price ?? '',
    time_limit_price_discount: limit === null ? '0.9' : String(limit.discount),
    time_limit_begin: momentOf(limit?.begin_time || null),
    time_limit_end: momentOf(limit?.end_time ?? null),
  };
}

function timesOf({ timing }: Plan) {
  return {
    is_timed: Object.values(timing).some((moment) => moment !== null),
    timing_on: momentOf(timing.timing_on),
    timing_off: momentOf(timing.timing_off),
    timing_sell_on: momentOf(timing.timing_sell_on),
    timing_sell_off: momentOf(timing.timing_sell_off),
  };
}

/** A saved plan as the form shows it. */
export const planValuesOf = (plan: Plan): PlanValues => ({
  ...newPlanValues(kindOf(plan.product_type)),
  ...reductionsOf(plan),
  ...timesOf(plan),
  ...replyOf(plan),
  plan_id: plan.plan_id,
  name: plan.name,
  desc: plan.desc,
  pic: plan.pic,
  price: plan.price,
  pay_month: plan.pay_month === 3 ? '3' : plan.pay_month === 12 ? '12' : '1',
  favorable_price: plan.favorable_price,
  independent: plan.independent,
  permanent: plan.permanent,
  can_ali_agreement: plan.can_ali_agreement,
  need_address: plan.need_address,
  shipping_template_id: plan.shipping_template_id,
  can_buy_hide: plan.can_buy_hide,
  limits_sku: limitsSkus(plan.purchase_limit_type),
  limits_plan: limitsAccount(plan.purchase_limit_type),
  limit: limitOf(plan.product_purchase_limit),
  asks_remark: plan.has_plan_config,
  remark_name: plan.config.remark_name,
  remark_placeholder: plan.config.remark_placeholder,
  remark_required: plan.config.remark_required,
  rank: plan.rank,
  bundle_sku_select_count: plan.bundle_sku_select_count,
  bundle_sku_can_repeat: plan.bundle_sku_can_repeat,
  bundle_stock: plan.bundle_stock,
  ticket_round_list: plan.ticket_round_list.map(({ id, begin_time }) => ({
    key: id,
    id,
    begin_time: momentOf(begin_time),
  })),
  need_identity: plan.need_identity,
  needs_code: plan.need_invite_code,
  sku: plan.sku.map(savedSku),
});
