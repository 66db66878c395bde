import { anyTime, noReply, type PlanOffer, type SkuOffer } from '#events/catalog.ts';
import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { redeemStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import type { Limit } from './moments.ts';
import { CREATOR, decided, goods, offered, sku, sponsorship } from './scenario.ts';

/** A shop with something of every kind, small enough that everything runs out. */
export const FANS = ['fan-a', 'fan-b', 'fan-c'] as UserId[];

const random = { ...noReply, random_on: true };
const limited = { count: 3, days: -1 };
const weekly = { count: 3, days: 7 };
const monthly = { count: 4, days: 30 };

interface Sold {
  offer: PlanOffer;
  /** Each with its stock; a bundle's parts from other plans have none. */
  skus: readonly [SkuOffer, number | null][];
  bundle_stock?: number;
}

const s = (name: string, change: Partial<SkuOffer> = {}) => sku(name as SkuId, change);
const part = (name: string) => s(name, { of_plan: 'goods' as PlanId });

export const PLANS: Readonly<Record<string, Sold>> = {
  goods: {
    offer: { ...goods, purchase_limit_type: 1, name: 'goods' },
    skus: [
      [s('red', { purchase_limit: limited }), 6],
      [s('blue'), 3],
      [s('green'), null],
    ],
  },
  keys: {
    offer: { ...goods, name: 'keys', purchase_limit_type: 3, purchase_limit: monthly },
    skus: [[s('key', { reply: random, purchase_limit: weekly }), null]],
  },
  pair: {
    offer: {
      ...goods,
      name: 'pair',
      product_type: 3,
      price: fenOf(1500),
      bundle: { select_count: 2, repeats: false },
    },
    skus: [
      [part('red'), null],
      [part('blue'), null],
      [part('green'), null],
    ],
    bundle_stock: 4,
  },
  show: {
    offer: { ...goods, name: 'show', product_type: 4, need_identity: true, timing: anyTime },
    skus: [[s('seat'), 4]],
  },
  basic: { offer: { ...sponsorship, name: 'basic', price: fenOf(1000) }, skus: [] },
  gold: { offer: { ...sponsorship, name: 'gold', price: fenOf(2500), reply: random }, skus: [] },
  aside: { offer: { ...sponsorship, name: 'aside', price: fenOf(700), independent: true }, skus: [] },
};

/** The limits of a plan, by its type: 1 of SKUs, 2 of the whole, 3 both. */
export function limitsOf(plan_id: PlanId): Limit[] {
  const { offer, skus } = PLANS[plan_id] as Sold;
  const type = offer.purchase_limit_type;
  const whole = type >= 2 && offer.purchase_limit ? [{ ...offer.purchase_limit, sku_id: null }] : [];
  const each = skus.flatMap(([{ sku_id, purchase_limit }]) =>
    type % 2 === 1 && purchase_limit ? [{ ...purchase_limit, sku_id }] : [],
  );
  return [...whole, ...each];
}

/** Codes by id: their contents and number of uses. */
export const CODES = {
  'code-blue': { plan_id: 'goods', sku_id: 'blue', uses: 2, month: 0 },
  'code-aside': { plan_id: 'aside', sku_id: null, uses: 1, month: 1 },
} as const;

export function openMixedShop(): Decided[] {
  const codes = Object.entries(CODES).map(([code_id, { plan_id, sku_id, uses, month }]) =>
    decided(redeemStream(code_id), {
      type: 'RedeemCodeIssued',
      data: {
        code_id,
        redeem_id: `of-${code_id}`,
        batch_id: code_id,
        batch_size: 1,
        number: 0,
        creator_id: CREATOR,
        plan_id: plan_id as PlanId,
        sku_id: sku_id as SkuId | null,
        uses,
        valid_until: null,
        month,
      },
    }),
  );
  const plans = Object.entries(PLANS).flatMap(([name, { offer, skus, bundle_stock }]) =>
    offered(name as PlanId, offer, skus, { bundle_stock }),
  );
  return [...plans, ...codes];
}
