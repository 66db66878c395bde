import type { ClientBase } from 'pg';
import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { PLAN_STATUS } from '#events/status.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { relation } from '../engine/rows.ts';
import { PLANS, type PlanChange, SKUS, type SkuChange } from './tables.ts';

const offered = ({ desc, ...offer }: PlanOffer): Partial<PlanChange> => ({
  product_type: offer.product_type,
  name: offer.name,
  rank: offer.rank,
  can_buy_hide: offer.can_buy_hide,
  shelf_on: offer.timing.on,
  shelf_off: offer.timing.off,
  offer: JSON.stringify({ ...offer, desc: '', reply: { ...offer.reply, content: '' } }),
  description: desc,
  reply_content: offer.reply.content,
});

/** The part of a SKU's offer in a row; null: not in the batch. */
type SkuColumns = Omit<SkuChange, 'plan_id' | 'sku_id' | 'created' | 'withdrawn'>;

const NO_CHANGE: SkuColumns = {
  of_plan: null,
  offer: null,
  reply_content: null,
  rich_text: null,
  rank: null,
  price: null,
  vip_price: null,
  time_limit_price: null,
  round_id: null,
};

function columnsOf({ purchased_rich_text: rich_text, ...sku }: SkuOffer): SkuColumns {
  const { of_plan, price, vip_price, time_limit_price, round_id, rank, reply } = sku;
  const offer = { ...sku, purchased_rich_text: '', reply: { ...reply, content: '' } };
  return {
    of_plan,
    price,
    vip_price,
    time_limit_price,
    round_id,
    rank,
    rich_text,
    reply_content: reply.content,
    offer: JSON.stringify(offer),
  };
}

const keyOf = (plan_id: string, sku_id: string): string => `${plan_id} ${sku_id}`;

interface CatalogChanges {
  plans: Map<string, PlanChange>;
  skus: Map<string, SkuChange>;
}

function collect(events: readonly RecordedEvent[]): CatalogChanges {
  const plans = new Map<string, PlanChange>();
  const skus = new Map<string, SkuChange>();
  const addPlanChange = (event: RecordedEvent, plan_id: string, change: Partial<PlanChange>): void => {
    const unsaid = { product_type: null, status: null, name: null, rank: null, can_buy_hide: null };
    const unknown = {
      ...unsaid,
      shelf_on: null,
      shelf_off: null,
      offer: null,
      description: null,
      reply_content: null,
    };
    const { creator_id, at } = event.metadata;
    const before = plans.get(plan_id) ?? { plan_id, creator_id, ...unknown, created: event.position };
    plans.set(plan_id, { ...before, ...change, version: event.version, updated_at: at });
  };
  for (const event of events) {
    switch (event.type) {
      case 'PlanCreated':
        addPlanChange(event, event.data.plan_id, {
          ...offered(event.data.offer),
          status: PLAN_STATUS.normal,
        });
        break;
      case 'PlanRevised':
        addPlanChange(event, event.data.plan_id, offered(event.data.offer));
        break;
      case 'PlanRanked':
        addPlanChange(event, event.data.plan_id, { rank: event.data.rank });
        break;
      case 'PlanHiddenSaleSet':
        addPlanChange(event, event.data.plan_id, { can_buy_hide: event.data.can_buy_hide });
        break;
      case 'PlanStatusChanged':
        addPlanChange(event, event.data.plan_id, { status: event.data.status });
        break;
      case 'SkuOffered': {
        const { plan_id, sku } = event.data;
        const { sku_id } = sku;
        const created = skus.get(keyOf(plan_id, sku_id))?.created ?? event.position;
        skus.set(keyOf(plan_id, sku_id), { plan_id, sku_id, ...columnsOf(sku), created, withdrawn: false });
        addPlanChange(event, plan_id, {});
        break;
      }
      case 'SkuWithdrawn': {
        const { plan_id, sku_id } = event.data;
        const before = skus.get(keyOf(plan_id, sku_id)) ?? { ...NO_CHANGE, created: event.position };
        skus.set(keyOf(plan_id, sku_id), { ...before, plan_id, sku_id, withdrawn: true });
        addPlanChange(event, plan_id, {});
        break;
      }
      default:
        break;
    }
  }
  return { plans, skus };
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const { plans, skus } = collect(events);
  const planChange = relation<PlanChange>(PLANS.columns, [...plans.values()]);
  await tx.query(
    `INSERT INTO plans AS p (${planChange.names})
     SELECT given.plan_id, given.creator_id, coalesce(given.product_type, old.product_type),
            coalesce(given.status, old.status), coalesce(given.name, old.name),
            coalesce(given.rank, old.rank), coalesce(given.can_buy_hide, old.can_buy_hide),
            CASE WHEN given.offer IS NULL THEN old.shelf_on ELSE given.shelf_on END,
            CASE WHEN given.offer IS NULL THEN old.shelf_off ELSE given.shelf_off END,
            coalesce(given.offer, old.offer), coalesce(given.description, old.description),
            coalesce(given.reply_content, old.reply_content), given.version,
            coalesce(old.created, given.created), given.updated_at
       FROM ${planChange.sql} LEFT JOIN plans old USING (plan_id)
     ON CONFLICT (plan_id) DO UPDATE SET
       product_type = excluded.product_type, status = excluded.status, name = excluded.name,
       rank = excluded.rank, can_buy_hide = excluded.can_buy_hide, shelf_on = excluded.shelf_on, shelf_off = excluded.shelf_off,
       offer = excluded.offer, description = excluded.description,
       reply_content = excluded.reply_content, version = excluded.version, updated_at = excluded.updated_at`,
    planChange.values,
  );
  const skuChange = relation<SkuChange>(SKUS.columns, [...skus.values()]);
  await tx.query(
    `INSERT INTO skus AS s (${skuChange.names})
     SELECT given.plan_id, given.sku_id, coalesce(given.of_plan, old.of_plan), coalesce(given.offer, old.offer),
            coalesce(given.reply_content, old.reply_content), coalesce(given.rich_text, old.rich_text),
            coalesce(given.price, old.price),
            CASE WHEN given.offer IS NULL THEN old.vip_price ELSE given.vip_price END,
            CASE WHEN given.offer IS NULL THEN old.time_limit_price ELSE given.time_limit_price END,
            CASE WHEN given.offer IS NULL THEN old.round_id ELSE given.round_id END,
            coalesce(given.rank, old.rank), coalesce(old.created, given.created), given.withdrawn
       FROM ${skuChange.sql} LEFT JOIN skus old USING (plan_id, sku_id)
     ON CONFLICT (plan_id, sku_id) DO UPDATE SET
       offer = excluded.offer, reply_content = excluded.reply_content, rich_text = excluded.rich_text,
       price = excluded.price, vip_price = excluded.vip_price, time_limit_price = excluded.time_limit_price,
       round_id = excluded.round_id, rank = excluded.rank, withdrawn = excluded.withdrawn`,
    skuChange.values,
  );
  return { creators: new Set([...plans.values()].map((plan) => plan.creator_id)), users: new Set() };
}

/** Plans and SKUs for the pages. Orders are decided from the streams, never from these tables. */
export const catalog: Projection = {
  name: 'catalog',
  version: 5,
  types: [
    'PlanCreated',
    'PlanRevised',
    'PlanRanked',
    'PlanHiddenSaleSet',
    'PlanStatusChanged',
    'SkuOffered',
    'SkuWithdrawn',
  ],
  whole: ['plan'],
  tables: [PLANS, SKUS],
  project,
};
