import { isByPiece, limitsAccount, limitsSkus } from '#events/status.ts';
import type { EditPlan, QuotedPlan } from '#services/contract/catalog/edit-plan.ts';
import type { LimitValues, PlanValues, SkuValues } from './plan-values.ts';

type SkuRequest = NonNullable<EditPlan['sku']>[number];

/** Without spaces around texts, and without undefined fields. */
const tidied = <Request>(request: Request): Request =>
  JSON.parse(JSON.stringify(request), (_name, value) => (typeof value === 'string' ? value.trim() : value));

/** An empty number is 0, which the contract refuses at its field. */
const limitRequest = ({ purchase_limit_count, purchase_limit_days }: LimitValues) => ({
  purchase_limit_count: Number(purchase_limit_count),
  purchase_limit_days: Number(purchase_limit_days),
});

/** A part of the shop's goods is named only: the rest is the goods'. */
function skuRequest(sku: SkuValues, values: PlanValues): SkuRequest {
  const product_purchase_limit = limitsSkus(values.purchase_limit_type)
    ? limitRequest(sku.product_purchase_limit)
    : null;
  const { key: _key, plan_name, plan_pic: _pic, offered: _offered, ticket_round_id, stock, ...fields } = sku;
  if (sku.sku_id !== undefined && plan_name !== '') return { sku_id: sku.sku_id, product_purchase_limit };
  const round = values.ticket_round_list.find(({ key }) => key === ticket_round_id);
  return {
    ...fields,
    product_purchase_limit,
    stock: sku.sku_id === undefined ? stock : undefined,
    vip_price: values.has_vip ? sku.vip_price : '',
    time_limit_price: values.has_time_limit_price ? sku.time_limit_price : '',
    ticket_round_id: round?.id,
    ticket_round_begin_time: round?.id === undefined ? round?.begin_time : undefined,
    reply_random_content: sku.reply_random_switch ? sku.reply_random_content : '',
  };
}

/** The request that saves the form. The server clears what has no effect for the type. */
export function planRequestOf(values: PlanValues): EditPlan {
  const { has_vip, is_timed, asks_remark, needs_code, price, ...fields } = values;
  return tidied<EditPlan>({
    ...fields,
    price: isByPiece(values.product_type) ? undefined : price,
    favorable_price: values.pay_month === 1 ? '' : values.favorable_price,
    independent: values.independent || values.permanent,
    product_purchase_limit: limitsAccount(values.purchase_limit_type)
      ? limitRequest(values.product_purchase_limit)
      : null,
    config: asks_remark ? values.config : null,
    ...(!has_vip && { vip_plan: '', vip_price: '', vip_price_discount: '' }),
    ...(!values.has_time_limit_price && { time_limit_price: '', time_limit_price_discount: '' }),
    ...(!is_timed && { timing_on: '', timing_off: '', timing_sell_on: '', timing_sell_off: '' }),
    bundle_stock: values.plan_id === undefined ? values.bundle_stock : undefined,
    // Nothing is sent while the code stays; the empty code takes it away.
    invite_code: needs_code ? values.invite_code.trim() || undefined : '',
    reply_random_content: values.reply_random_switch ? values.reply_random_content : '',
    ticket_round_list: values.ticket_round_list.map(({ id, begin_time }) => ({
      id,
      begin_time: Number(begin_time),
    })),
    sku: values.sku.map((sku) => skuRequest(sku, values)),
  });
}

/** The part of the form that its prices depend on; unfinished amounts are left out. */
export function quoteRequestOf(values: PlanValues): QuotedPlan {
  const { product_type, pay_month, favorable_price, has_time_limit_price, time_limit_end } = values;
  const limited = has_time_limit_price && time_limit_end !== '';
  return tidied<QuotedPlan>({
    product_type,
    price: values.price || undefined,
    pay_month,
    favorable_price: pay_month === 1 ? '' : favorable_price,
    has_time_limit_price: limited,
    ...(limited && {
      time_limit_begin: values.time_limit_begin,
      time_limit_end,
      time_limit_price: values.time_limit_price,
      time_limit_price_discount: values.time_limit_price_discount,
    }),
    sku: values.sku.map(({ price, time_limit_price }) => ({
      price: price || undefined,
      time_limit_price: limited ? time_limit_price : '',
    })),
  });
}
