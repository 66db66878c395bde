import { PRODUCT_TYPE, type ProductType } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { newPlanValues, noLimit, type PlanValues, periodOf, type SkuValues } from './plan-values.ts';

/** Lines that are in the pool stay there: the field is for more. */
const replyOf = ({
  reply_switch,
  reply_content,
  reply_random_switch,
}: Pick<Sku, 'reply_switch' | 'reply_content' | 'reply_random_switch'>) => ({
  reply_switch,
  reply_content,
  reply_random_switch,
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
  product_purchase_limit: sku.product_purchase_limit ?? noLimit(),
  vip_price: sku.vip_price,
  time_limit_price: sku.time_limit_price,
  ticket_round_id: sku.ticket_round_id,
  purchased_rich_text: sku.purchased_rich_text,
  attachment: sku.attachment?.file_id ?? '',
  feed_switch: sku.feed_switch,
  plan_name: sku.plan_name,
  plan_pic: sku.plan_pic,
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
    vip_price: plan.vip_price_discount === '' ? plan.vip_price : '',
    vip_price_discount: plan.vip_plan === null ? 0.9 : plan.vip_price_discount,
    product_vip_price_include_history: plan.product_vip_price_include_history,
    has_time_limit_price: limit !== null,
    time_limit_price: limit?.discount === '' ? limit.price : '',
    time_limit_price_discount: limit === null ? 0.9 : limit.discount,
    time_limit_begin: limit?.begin_time || '',
    time_limit_end: limit?.end_time ?? '',
  } as const;
}

function timesOf({ timing }: Plan) {
  return {
    is_timed: Object.values(timing).some((moment) => moment !== null),
    timing_on: timing.timing_on ?? '',
    timing_off: timing.timing_off ?? '',
    timing_sell_on: timing.timing_sell_on ?? '',
    timing_sell_off: timing.timing_sell_off ?? '',
  } as const;
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
  pics: plan.pics,
  price: plan.price,
  pay_month: periodOf(plan.pay_month),
  favorable_price: plan.favorable_price,
  independent: plan.independent,
  permanent: plan.permanent,
  single_month: plan.single_month,
  can_ali_agreement: plan.can_ali_agreement,
  need_address: plan.need_address,
  shipping_template_id: plan.shipping_template_id,
  can_buy_hide: plan.can_buy_hide,
  purchase_limit_type: plan.purchase_limit_type,
  product_purchase_limit: plan.product_purchase_limit ?? noLimit(),
  asks_remark: plan.has_plan_config,
  config: plan.config,
  bundle_sku_select_count: plan.bundle_sku_select_count,
  bundle_sku_can_repeat: plan.bundle_sku_can_repeat,
  bundle_stock: plan.bundle_stock,
  ticket_round_list: plan.ticket_round_list.map(({ id, begin_time }) => ({ key: id, id, begin_time })),
  needs_code: plan.need_invite_code,
  sku: plan.sku.map(savedSku),
});
