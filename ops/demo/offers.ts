import {
  noReply,
  plainOffer,
  plainSku,
  type SkuOffer,
  type TimeLimit,
  type VipTerms,
} from '#events/catalog.ts';
import { derivedHexId, type PlanId, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { type BusinessCalendar, DAY_MS, type Millis } from '#events/time.ts';
import type { OfferForm, RoundEdit, SkuEdit } from '#services/commerce/catalog/offer-form.ts';
import type { DemoBundle, DemoCreator, DemoEvent, DemoGoods, DemoSku, DemoTier } from './content/creator.ts';

/** Anything that a creator has on sale. */
export type DemoOffer = DemoTier | DemoGoods | DemoBundle | DemoEvent;

export const planId = ({ slug }: DemoCreator, { name }: { name: string }): PlanId =>
  derivedHexId('demo-plan', slug, name) as PlanId;
export const skuId = (plan: PlanId, name: string): SkuId => derivedHexId('demo-sku', plan, name) as SkuId;
export const templateId = ({ slug }: DemoCreator): string => derivedHexId('demo-template', slug);

/** When the demo is made, and how its days are counted. */
export interface DemoTime {
  now: Millis;
  calendar: BusinessCalendar;
}

interface Drawn {
  /** Address of its picture. */
  pic: string;
  more_pics?: readonly string[];
  rank: number;
}

const HOUR_MS = 3_600_000;
const newOffer = { ...plainOffer, price: null, rank: null };

const dayAt = (day: number, hour: number, { now, calendar }: DemoTime): Millis =>
  calendar.startOf(calendar.dayOf(now + day * DAY_MS)) + hour * HOUR_MS;

function limitedOf(offer: DemoOffer, plan_id: PlanId, time: DemoTime): TimeLimit | null {
  if (offer.limited === undefined) return null;
  const { percent, from, until } = offer.limited;
  const id = derivedHexId('demo-time-limit', plan_id);
  return { id, price: null, percent, begin_time: dayAt(from, 0, time), end_time: dayAt(until, 20, time) };
}

function membersOf(creator: DemoCreator, { members }: DemoGoods | DemoBundle | DemoEvent): VipTerms | null {
  if (members === undefined) return null;
  const { tier: name, percent } = members;
  return { plan_id: planId(creator, { name }), price: null, percent, include_history: false };
}

/** The fields of every product's form. */
function productForm(
  creator: DemoCreator,
  offer: DemoGoods | DemoBundle | DemoEvent,
  time: DemoTime,
  { rank, ...pictures }: Drawn,
): OfferForm {
  const sell_on = offer.sold_from === undefined ? null : dayAt(offer.sold_from, 10, time);
  return {
    ...newOffer,
    name: offer.name,
    desc: offer.desc,
    ...pictures,
    product_type: PRODUCT_TYPE.goods,
    vip: membersOf(creator, offer),
    time_limit: limitedOf(offer, planId(creator, offer), time),
    timing: { ...plainOffer.timing, sell_on },
    shipping_template_id: 'sent' in offer && offer.sent ? templateId(creator) : null,
    rank,
  };
}

const newSku = (plan: PlanId, sku: DemoSku, more: Partial<SkuOffer> = {}): SkuEdit => ({
  offer: {
    ...plainSku,
    sku_id: skuId(plan, sku.name),
    name: sku.name,
    price: fenOf(sku.price),
    rank: 0,
    purchased_rich_text: sku.content ?? '',
    reply: { ...noReply, random_on: sku.lines !== undefined },
    ...more,
  },
  is_new: true,
  stock: sku.stock,
});

/** A form with its SKUs, to be saved. */
export interface DemoForm {
  offer: OfferForm;
  skus: SkuEdit[];
  bundle_stock?: number | null;
}

export const tierForm = (creator: DemoCreator, tier: DemoTier, time: DemoTime, drawn: Drawn): DemoForm => ({
  offer: {
    ...newOffer,
    name: tier.name,
    desc: tier.desc,
    ...drawn,
    product_type: PRODUCT_TYPE.sponsorship,
    price: fenOf(tier.price),
    pay_month: tier.period?.months ?? 1,
    favorable_price: tier.period ? fenOf(tier.period.price) : null,
    time_limit: limitedOf(tier, planId(creator, tier), time),
    can_ali_agreement: tier.renews === true,
  },
  skus: [],
});

export function goodsForm(creator: DemoCreator, goods: DemoGoods, time: DemoTime, drawn: Drawn): DemoForm {
  const plan_id = planId(creator, goods);
  const { limit, remark, skus, reply, asks_address } = goods;
  return {
    offer: {
      ...productForm(creator, goods, time, drawn),
      purchase_limit_type: limit ? 2 : 0,
      purchase_limit: limit ?? null,
      remark_name: remark ? remark.slice(0, 30) : '',
      need_address: asks_address === true,
      reply: reply === undefined ? noReply : { ...noReply, on: true, content: reply },
    },
    skus: skus.map((sku, at) => newSku(plan_id, sku, { rank: skus.length - at })),
  };
}

/** Its parts are goods of the same creator, named by the ids that they have there. */
export function bundleForm(creator: DemoCreator, bundle: DemoBundle, time: DemoTime, drawn: Drawn): DemoForm {
  const { choose, parts, price, stock } = bundle;
  return {
    offer: {
      ...productForm(creator, bundle, time, drawn),
      product_type: choose === undefined ? 2 : 3,
      price: fenOf(price),
      bundle: { select_count: choose ?? null, repeats: false },
    },
    skus: parts.map(({ goods, sku }, at) => {
      const sku_id = skuId(planId(creator, { name: goods }), sku);
      const part = { ...plainSku, sku_id, name: sku, price: fenOf(0), rank: parts.length - at };
      return { offer: part, is_new: false, stock: null };
    }),
    bundle_stock: stock,
  };
}

export function eventForm(creator: DemoCreator, event: DemoEvent, time: DemoTime, drawn: Drawn): DemoForm {
  const plan_id = planId(creator, event);
  const rounds = event.rounds.map(({ day, hour }, at): RoundEdit => {
    const round_id = derivedHexId('demo-round', plan_id, String(at));
    return { round_id, begin_time: dayAt(day, hour, time), is_new: true };
  });
  return {
    offer: {
      ...productForm(creator, event, time, drawn),
      product_type: PRODUCT_TYPE.ticket,
      rounds,
      need_identity: true,
    },
    skus: event.tickets.map((ticket, at) => {
      const round_id = rounds[ticket.round]?.round_id ?? null;
      return newSku(plan_id, ticket, { round_id, rank: event.tickets.length - at });
    }),
  };
}
