import { isBundle, PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/api/catalog/contract/plans.ts';
import { timesYuan } from '../../../components/wire-money.ts';
import { secondsOf } from './moments.ts';
import { limitType } from './plan-request.ts';
import type { PlanValues, ReductionWay, SkuValues } from './plan-values.ts';

const wire = (price: string): string => {
  const amount = Number(price);
  return Number.isFinite(amount) && amount > 0 ? amount.toFixed(2) : '0.00';
};

/** A share of an amount, in fen rounded half up as the server does it. */
const shareOf = (price: string, share: string): string =>
  (Math.round((Math.round(Number(price) * 100) * Math.round(Number(share) * 100)) / 100) / 100).toFixed(2);

/** The price after an active reduction. */
function reduced(plain: string, own: string, way: ReductionWay, price: string, share: string): string {
  if (own.trim() !== '') return wire(own);
  if (way === 'discount') return shareOf(plain, share);
  return price.trim() === '' ? plain : wire(price);
}

/** The price if the plan were saved now; a limited-time price applies after its begin. */
function priceNow(values: PlanValues, plain: string, own: string, now: number): string {
  const { has_time_limit_price, time_limit_way, time_limit_price, time_limit_price_discount } = values;
  if (!has_time_limit_price || !runs(values, now)) return plain;
  return reduced(plain, own, time_limit_way, time_limit_price, time_limit_price_discount);
}

function runs({ time_limit_begin, time_limit_end }: PlanValues, now: number): boolean {
  const end = secondsOf(time_limit_end);
  return (secondsOf(time_limit_begin) ?? 0) <= now && end !== undefined && now < end;
}

const noReply = {
  reply_switch: false,
  reply_content: '',
  reply_random_switch: false,
  reply_random_num: 0,
};

function skuPreview(sku: SkuValues, values: PlanValues, stock: number | '' | undefined, now: number): Sku {
  const price = wire(sku.price);
  const round = values.ticket_round_list.find(({ key }) => key === sku.round);
  const begin_time = (round && secondsOf(round.begin_time)) ?? null;
  return {
    ...noReply,
    sku_id: sku.key,
    name: sku.name,
    price,
    show_price_after_adjust: isBundle(values.product_type)
      ? price
      : priceNow(values, price, sku.time_limit_price, now),
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

const lowestOf = (prices: readonly string[]): string =>
  wire(String(prices.length === 0 ? 0 : Math.min(...prices.map(Number))));

/** The prices by which the plan would be shown. */
function pricesOf(values: PlanValues, sku: readonly Sku[], now: number) {
  const { product_type, pay_month, favorable_price } = values;
  const months = Number(pay_month);
  if (product_type === PRODUCT_TYPE.sponsorship) {
    const price = wire(values.price);
    const plain = timesYuan(price, months);
    const limited = values.has_time_limit_price && runs(values, now);
    const favorable = months !== 1 && favorable_price.trim() !== '' ? wire(favorable_price) : plain;
    const period = limited ? timesYuan(priceNow(values, price, '', now), months) : favorable;
    return { price, show_price: plain, total_price: plain, now: period };
  }
  const apart = wire(String(sku.reduce((sum, one) => sum + Math.round(Number(one.price) * 100), 0) / 100));
  if (isBundle(product_type)) {
    const price = wire(values.price);
    return { price, show_price: price, total_price: apart, now: priceNow(values, price, '', now) };
  }
  const price = lowestOf(sku.map((one) => one.price));
  const lowest = lowestOf(sku.map((one) => one.show_price_after_adjust));
  return { price, show_price: price, total_price: price, now: lowest };
}

export interface PreviewFacts {
  user_id: string;
  sold_count: number;
  /** The remaining stock of saved SKUs. */
  left: (sku_id: string) => number | '' | undefined;
  /** Unix seconds */
  now: number;
}

/** The plan as fans would see it, were it saved now. */
export function previewOf(values: PlanValues, { user_id, sold_count, left, now }: PreviewFacts): Plan {
  const sku = values.sku.map((one) =>
    skuPreview(one, values, one.sku_id === undefined ? undefined : left(one.sku_id), now),
  );
  const prices = pricesOf(values, sku, now);
  const begin = secondsOf(values.time_limit_begin) ?? 0;
  const end = secondsOf(values.time_limit_end);
  const runsNow = values.has_time_limit_price && runs(values, now);
  return {
    ...noReply,
    plan_id: values.plan_id ?? 'preview',
    user_id,
    name: values.name,
    desc: values.desc,
    pic: values.pic,
    price: prices.price,
    show_price: prices.show_price,
    show_price_after_adjust: prices.now,
    total_price: prices.total_price,
    floor_price: prices.now,
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
    has_time_limit_price: runsNow,
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
