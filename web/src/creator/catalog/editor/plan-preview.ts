import { isBundle, isByPiece, PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import type { PlanQuote } from '#services/contract/catalog/quote-plan.ts';
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
  const round = values.ticket_round_list.find(({ key }) => key === sku.ticket_round_id);
  const begin_time = round?.begin_time || null;
  return {
    ...sku,
    ...noReply,
    sku_id: sku.key,
    price,
    show_price_after_adjust: price_now ?? price,
    stock: stock ?? sku.stock,
    stock_units: null,
    sponsor_count: 0,
    unlockNum: 0,
    post_id: '',
    post: null,
    album_id: '',
    album: null,
    attachment: null,
    product_purchase_limit: null,
    vip_price: '',
    time_limit_price: '',
    of_plan: sku.plan_name === '' ? '' : 'goods',
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
  const { time_limit_begin, time_limit_end } = values;
  return {
    ...values,
    ...noReply,
    plan_id: values.plan_id ?? 'preview',
    need_identity: values.product_type === PRODUCT_TYPE.ticket,
    pic: values.pics[0] ?? '',
    user_id,
    ...prices,
    price: isByPiece(values.product_type) ? prices.show_price : wire(values.price),
    status: PLAN_STATUS.normal,
    own_status: PLAN_STATUS.normal,
    can_buy: true,
    buy_refusal: '',
    on_sale_from: null,
    timing: { timing_on: null, timing_off: null, timing_sell_on: null, timing_sell_off: null },
    favorable_price: values.favorable_price.trim() === '' ? '' : wire(values.favorable_price),
    product_purchase_limit: null,
    has_plan_config: values.asks_remark,
    rank: 0,
    vip_plan: null,
    vip_price: '',
    vip_price_discount: '',
    is_vip: false,
    time_limit_price:
      time_limit_end === '' || !values.has_time_limit_price
        ? null
        : {
            id: 'preview',
            price: '',
            discount: '',
            begin_time: time_limit_begin || 0,
            end_time: time_limit_end,
          },
    shipping_fee_info: null,
    bundle_sku_select_count:
      values.product_type === PRODUCT_TYPE.choice_bundle ? values.bundle_sku_select_count : '',
    bundle_sku_count: isBundle(values.product_type) ? sku.length : 0,
    bundle_all_sku_price: isBundle(values.product_type) ? prices.total_price : '',
    ticket_round_list: values.ticket_round_list.flatMap(({ key, begin_time }) =>
      begin_time === '' ? [] : [{ id: key, begin_time, is_over: begin_time <= now }],
    ),
    purchase_limit_info: { product: null, sku: [] },
    need_invite_code: values.needs_code,
    redeem: null,
    sku,
    sku_count: sku.length,
    version: 0,
    update_time: 0,
    sold_count,
    sponsor_count: sold_count,
    bundle_units: null,
    unlockNum: 0,
  };
}
