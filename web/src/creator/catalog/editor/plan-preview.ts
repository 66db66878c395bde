import { isBundle, isByPiece, PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/api/catalog/contract/plans.ts';
import type { PlanQuote } from '#services/api/catalog/contract/quote-plan.ts';
import { secondsOf } from './moments.ts';
import { limitType } from './plan-request.ts';
import type { PlanValues, SkuValues } from './plan-values.ts';

const wire = (price: string): string => {
  const amount = Number(price);
  return Number.isFinite(amount) && amount > 0 ? amount.toFixed(2) : '0.00';
};

const NOTHING = '0.00';
const NO_PRICES: PlanQuote = {
  show_price: NOTHING,
  show_price_after_adjust: NOTHING,
  total_price: NOTHING,
  floor_price: NOTHING,
  has_time_limit_price: false,
  sku: [],
};

const noReply = {
  reply_switch: false,
  reply_content: '',
  reply_random_switch: false,
  reply_random_num: 0,
};

function skuPreview(
  sku: SkuValues,
  values: PlanValues,
  stock: number | '' | undefined,
  price_now: string | undefined,
  now: number,
): Sku {
  const price = wire(sku.price);
  const round = values.ticket_round_list.find(({ key }) => key === sku.round);
  const begin_time = (round && secondsOf(round.begin_time)) ?? null;
  return {
    ...noReply,
    sku_id: sku.key,
    name: sku.name,
    price,
    show_price_after_adjust: price_now ?? price,
    pic: sku.pic,
    stock: stock ?? sku.stock,
    sponsor_count: 0,
    product_purchase_limit: null,
    vip_price: '',
    time_limit_price: '',
    of_plan: sku.plan_name === '' ? '' : 'goods',
    plan_name: sku.plan_name,
    plan_pic: '',
    offered: sku.offered,
    ticket_round_id: sku.round,
    ticket_round_begin_time: begin_time,
    ticket_round_is_over: begin_time !== null && begin_time <= now,
    purchased_rich_text: '',
    redeem: null,
  };
}

export interface PreviewFacts {
  user_id: string;
  /** The prices by the server; undefined until it has answered. */
  quote: PlanQuote | undefined;
  sold_count: number;
  /** The remaining stock of saved SKUs. */
  left: (sku_id: string) => number | '' | undefined;
  /** Unix seconds */
  now: number;
}

/** The plan as fans would see it, were it saved now. */
export function previewOf(values: PlanValues, facts: PreviewFacts): Plan {
  const { user_id, quote, sold_count, left, now } = facts;
  const sku = values.sku.map((one, index) =>
    skuPreview(
      one,
      values,
      one.sku_id === undefined ? undefined : left(one.sku_id),
      quote?.sku[index]?.show_price_after_adjust,
      now,
    ),
  );
  const { sku: _ofSkus, ...prices } = quote ?? NO_PRICES;
  const begin = secondsOf(values.time_limit_begin) ?? 0;
  const end = secondsOf(values.time_limit_end);
  return {
    ...noReply,
    plan_id: values.plan_id ?? 'preview',
    user_id,
    name: values.name,
    desc: values.desc,
    pic: values.pic,
    ...prices,
    price: isByPiece(values.product_type) ? prices.show_price : wire(values.price),
    product_type: values.product_type,
    status: PLAN_STATUS.normal,
    own_status: PLAN_STATUS.normal,
    can_buy: true,
    buy_refusal: '',
    on_sale_from: null,
    timing: { timing_on: null, timing_off: null, timing_sell_on: null, timing_sell_off: null },
    pay_month: Number(values.pay_month),
    favorable_price: values.favorable_price.trim() === '' ? '' : wire(values.favorable_price),
    independent: values.independent,
    permanent: values.permanent,
    can_ali_agreement: values.can_ali_agreement,
    need_address: values.need_address,
    can_buy_hide: values.can_buy_hide,
    purchase_limit_type: limitType(values),
    product_purchase_limit: null,
    has_plan_config: values.asks_remark,
    config: {
      remark_name: values.remark_name,
      remark_placeholder: '',
      remark_required: values.remark_required,
    },
    rank: 0,
    vip_plan: null,
    vip_price: '',
    vip_price_discount: '',
    product_vip_price_include_history: false,
    is_vip: false,
    time_limit_price:
      end === undefined || !values.has_time_limit_price
        ? null
        : { id: 'preview', price: '', discount: '', begin_time: begin, end_time: end },
    shipping_template_id: values.shipping_template_id,
    shipping_fee_info: null,
    bundle_stock: values.bundle_stock,
    bundle_sku_select_count:
      values.product_type === PRODUCT_TYPE.choice_bundle ? values.bundle_sku_select_count : '',
    bundle_sku_can_repeat: values.bundle_sku_can_repeat,
    bundle_sku_count: isBundle(values.product_type) ? sku.length : 0,
    bundle_all_sku_price: isBundle(values.product_type) ? prices.total_price : '',
    ticket_round_list: values.ticket_round_list.flatMap(({ key, begin_time }) => {
      const at = secondsOf(begin_time);
      return at === undefined ? [] : [{ id: key, begin_time: at, is_over: at <= now }];
    }),
    need_identity: values.need_identity,
    purchase_limit_info: { product: null, sku: [] },
    need_invite_code: values.needs_code,
    redeem: null,
    sku,
    sku_count: sku.length,
    version: 0,
    update_time: 0,
    sold_count,
    sponsor_count: sold_count,
  };
}
