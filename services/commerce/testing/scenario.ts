import { createHash } from 'node:crypto';
import { type PlanOffer, plainOffer, plainSku, type SkuOffer } from '#events/catalog.ts';
import type { OutTradeNo, PlanId, SkuId, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { PlanStatus } from '#events/status.ts';
import {
  accountStream,
  bundleStream,
  planStream,
  stockStream,
  templateStream,
  termsStream,
} from '#events/stream-names.ts';
import type { OfferForm } from '../catalog/offer-form.ts';
import type { SaveTemplate } from '../catalog/save-template.ts';
import type { Command, Decided } from '../engine/command.ts';
import type { PlaceOrder } from '../orders/place-order.ts';
import { type MemoryCommitter, memoryCommitter } from './memory-committer.ts';

/** People and things that the deciders' tests speak of. */
export const LI = 'user-li' as UserId;
export const WANG = 'user-wang' as UserId;
export const CREATOR = 'creator-mei' as UserId;
export const STRANGER = 'creator-otto' as UserId;
export const PLAN = 'plan-1' as PlanId;
export const RED = 'sku-red' as SkuId;
export const BLUE = 'sku-blue' as SkuId;
export const NOON = Date.parse('2026-05-15T04:00:00Z');
export const ORDER = 'order-1' as OutTradeNo;
/** Seconds until an order expires in these tests. */
export const TTL = 900;

export const sponsorship: PlanOffer = {
  name: 'Coffee',
  ...plainOffer,
  product_type: 0,
  price: fenOf(3000),
  rank: 0,
};
export const goods: PlanOffer = { ...sponsorship, name: 'Scarf', product_type: 1, price: fenOf(1000) };

export const sku = (sku_id: SkuId, change: Partial<SkuOffer> = {}): SkuOffer => ({
  sku_id,
  name: sku_id,
  price: fenOf(1000),
  ...plainSku,
  rank: 0,
  ...change,
});

export const decided = (stream: string, event: DomainEvent): Decided => ({
  stream,
  event,
  creator_id: CREATOR,
});

/** A plan on sale with its SKUs and their stock: null is unlimited; a part from another plan has none. */
export function offered(
  plan_id: PlanId,
  offer: PlanOffer,
  skus: readonly (readonly [SkuOffer, number | null])[] = [],
  {
    creator_id = CREATOR,
    bundle_stock,
  }: { creator_id?: UserId; bundle_stock?: number | null | undefined } = {},
): Decided[] {
  const plan = (event: DomainEvent): Decided => ({ stream: planStream(plan_id), event, creator_id });
  const stock = (stream: string, event: DomainEvent): Decided => ({ stream, event, creator_id });
  return [
    plan({ type: 'PlanCreated', data: { plan_id, creator_id, offer } }),
    ...skus.flatMap(([one, units]) => {
      const { sku_id, of_plan } = one;
      const offered = plan({ type: 'SkuOffered', data: { plan_id, sku: one } });
      if (of_plan !== null) return [offered];
      const set: DomainEvent = { type: 'StockSet', data: { sku_id, plan_id, stock: units } };
      return [offered, stock(stockStream(sku_id), set)];
    }),
    ...(bundle_stock === undefined
      ? []
      : [
          stock(bundleStream(plan_id), {
            type: 'BundleStockSet',
            data: { plan_id, stock: bundle_stock },
          }),
        ]),
  ];
}

/** PLAN on sale, by CREATOR, who has sold something before. */
export const onSale = (offer: PlanOffer, skus: readonly [SkuOffer, number | null][] = []): Decided[] => [
  decided(accountStream(CREATOR), {
    type: 'EarningsBegun',
    data: { user_id: CREATOR, out_trade_no: 'order-before' as OutTradeNo },
  }),
  ...offered(PLAN, offer, skus),
];

export const planStatus = (status: PlanStatus): Decided =>
  decided(planStream(PLAN), { type: 'PlanStatusChanged', data: { plan_id: PLAN, status } });

export const monthDiscount = (): Decided =>
  decided(termsStream(CREATOR), {
    type: 'SellingTermsChanged',
    data: { creator_id: CREATOR, discount_option: 1 },
  });

/** A request to buy two red ones; tests name what differs. */
export function buying(change: Partial<PlaceOrder> = {}): PlaceOrder {
  const wanted = {
    out_trade_no: ORDER,
    user_id: LI,
    plan_id: PLAN,
    lines: [{ sku_id: RED, count: 2 }],
    py_type: 'apy',
    provider: 'sandbox',
    remark_ref: null,
    custom_order_id: '',
    ttl_seconds: TTL,
    ...change,
  };
  const request_hash = createHash('sha256').update(JSON.stringify(wanted)).digest('hex');
  return { request_hash, ...wanted };
}

export interface Scenario {
  memory: MemoryCommitter;
  /** The command's events, `type` and `data`; fails the test after a refusal. */
  accepts<Result>(command: Command<Result>): { result: Result; events: DomainEvent[]; types: string[] };
  /** Accepts these commands one after the other. */
  after(...commands: readonly Command<unknown>[]): Scenario;
  /** The refusal; fails the test when it was accepted, or when anything was written. */
  refuses<Result>(command: Command<Result>): unknown;
}

/** given these events … then `accepts` or `refuses` checks a command's result. */
export function given(...past: readonly (Decided | readonly Decided[])[]): Scenario {
  const memory = memoryCommitter(NOON);
  memory.given(past.flat());
  const scenario: Scenario = {
    memory,
    accepts(command) {
      const decision = memory.decide(command);
      if (!decision.accepted) throw new Error(`${command.name} refused: ${JSON.stringify(decision.refusal)}`);
      const events = decision.events.map(({ event }) => event);
      const accepted = { result: decision.result, events, types: events.map(({ type }) => type) };
      // `toEqual` compares result and events alone.
      return Object.defineProperty(accepted, 'types', { enumerable: false });
    },
    after(...commands) {
      for (const command of commands) scenario.accepts(command);
      return scenario;
    },
    refuses(command) {
      const before = memory.log.length;
      const decision = memory.decide(command);
      if (decision.accepted) throw new Error(`${command.name} accepted`);
      if (memory.log.length !== before) throw new Error(`${command.name} refused, and wrote`);
      return decision.refusal;
    },
  };
  return scenario;
}

export const form = (offer: PlanOffer): OfferForm => ({ ...offer });

export const TEMPLATE = 'template-1';

/** Provinces of these tests' country. */
const provinces: ReadonlySet<string> = new Set(['110000', '310000', '320000', '440000', '650000']);

/** Near: 5.00 and nothing more; far: 18.00 and 6.00 for each further item; 440000 in no rule. */
export const nearAndFar = [
  { provinces: ['110000', '310000', '320000'], first_fee: fenOf(500), next_fee: fenOf(0) },
  { provinces: ['650000'], first_fee: fenOf(1800), next_fee: fenOf(600) },
];

/** A request to save the table above; tests name what differs. */
export const template = (change: Partial<SaveTemplate> = {}): SaveTemplate => ({
  creator_id: CREATOR,
  template_id: TEMPLATE,
  may_create: true,
  name: 'Near and far',
  rules: nearAndFar,
  isProvince: (code) => provinces.has(code),
  ...change,
});

/** A template that was saved before. */
export const saved = (change: { rules?: typeof nearAndFar; name?: string } = {}): Decided =>
  decided(templateStream(TEMPLATE), {
    type: 'ShippingTemplateSaved',
    data: { template_id: TEMPLATE, creator_id: CREATOR, name: 'Near and far', rules: nearAndFar, ...change },
  });
