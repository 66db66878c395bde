import type { z } from 'zod';
import { chargeIdOf } from '#events/ids.ts';
import { type Fen, sum, times, toWire, ZERO } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import type { DirectoryUser } from '#services/accounts/directory.ts';
import { type PlacedOrderState, statusOf } from '#services/commerce/order.ts';
import { customPrice, type Price as QuotedPrice } from '#services/commerce/price.ts';
import type { Quote } from '#services/commerce/quote.ts';
import type { Payments } from '#services/payments/registry.ts';
import type { checkedOrder, Price, placedOrder } from './contract/orders.ts';

type Pay = z.output<typeof placedOrder>['pay'];

const seconds = (at: Millis): number => Math.floor(at / 1000);

/** One charge serves all of an order's attempts to pay: providers let a failed one be tried again. */
const ONLY_CHARGE = 1;

/** Where to pay a pending order; its charge is made when it is missing. What is closed has nowhere to pay. */
export async function payAt(payments: Payments, order: PlacedOrderState): Promise<Pay> {
  const { out_trade_no, provider, total_amount: amount, currency, expires_at } = order.placed;
  const charge_id = chargeIdOf(out_trade_no, ONLY_CHARGE);
  if (order.phase !== 'pending') return { provider, charge_id, url: '' };
  return payments.createCharge({ provider, charge_id, out_trade_no, amount, currency, expires_at });
}

const pricedAnswer = (price: QuotedPrice) => ({
  show_amount: toWire(price.show_amount),
  discount: toWire(price.discount),
  discount_percent: price.discount_percent,
  shipping_fee: toWire(price.shipping_fee),
  total_amount: toWire(price.total_amount),
  per_month: toWire(price.per_month),
  price_rule: price.pricing.rule,
  is_vip_price: price.pricing.vip,
});

export const priceAnswer = ({ plan, month, lines, price, upgrade, bundle_count }: Quote): Price => ({
  ...pricedAnswer(price),
  plan_id: plan.plan_id,
  plan_name: plan.offer.name,
  product_type: plan.offer.product_type,
  month,
  is_upgrade: upgrade ? 1 : 0,
  upgrade_until: upgrade ? seconds(upgrade.until) : null,
  bundle_count,
  lines: lines.map(({ sku_id, name, count, price: unit }) => ({
    sku_id,
    name,
    count,
    price: toWire(unit),
    amount: toWire(times(unit, count)),
  })),
});

/** What an amount of the fan's choice comes to: itself. */
export const customAnswer = (amount: Fen): Price => ({
  ...pricedAnswer(customPrice(amount)),
  plan_id: '',
  plan_name: '',
  product_type: 0,
  month: 1,
  is_upgrade: 0,
  upgrade_until: null,
  bundle_count: 0,
  lines: [],
});

export function placedAnswer(
  order: PlacedOrderState,
  pay: Pay,
  position: number,
): z.output<typeof placedOrder> {
  const { out_trade_no, total_amount, expires_at } = order.placed;
  return {
    out_trade_no,
    status: statusOf(order),
    total_amount: toWire(total_amount),
    expires_at: seconds(expires_at),
    position,
    pay,
  };
}

interface Surroundings {
  remark: string;
  creator: DirectoryUser | undefined;
  pay: Pay;
  position: number;
  now: Millis;
}

export function checkedAnswer(order: PlacedOrderState, around: Surroundings): z.output<typeof checkedOrder> {
  const { placed, late } = order;
  const { creator, remark, pay, position, now } = around;
  return {
    out_trade_no: placed.out_trade_no,
    status: statusOf(order),
    total_amount: toWire(placed.total_amount),
    show_amount: toWire(placed.show_amount),
    paid_at: order.phase === 'paid' ? seconds(order.paid_at) : null,
    expires_at: seconds(placed.expires_at),
    now: seconds(now),
    plan: { plan_id: placed.plan_id, name: placed.plan_name, product_type: placed.product_type },
    creator: {
      user_id: placed.creator_id,
      name: creator?.name ?? '',
      url_slug: creator?.url_slug ?? '',
      avatar: creator?.avatar ?? '',
    },
    sku_detail: placed.lines.map(({ sku_id, name, count, price }) => ({
      sku_id,
      name,
      count,
      price: toWire(price),
    })),
    month: placed.month,
    remark,
    create_time: seconds(order.placed_at),
    closed_at: order.phase === 'cancelled' ? seconds(order.cancelled_at) : null,
    discount: toWire(placed.discount),
    refunded_amount: toWire(order.phase === 'paid' ? order.refunded : ZERO),
    need_address: placed.need_address,
    returned_amount: toWire(sum(late.filter(({ returned }) => returned).map(({ amount }) => amount))),
    pay,
    position,
  };
}
