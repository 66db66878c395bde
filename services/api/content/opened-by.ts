import { PRODUCT_TYPE } from '#events/status.ts';
import type { BoughtSku } from '#read-models/orders/purchases.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { skuOf } from '#services/commerce/catalog/plan.ts';
import { type PlacedOrderState, refundable, remainingUnits } from '#services/commerce/orders/order.ts';
import type { Quote } from '#services/commerce/prices/quote.ts';
import { type Opened, type OpeningKey, openedFor } from '#services/modules/content/opened.ts';

type Parts = Pick<Dependencies, 'albumTexts' | 'pool' | 'postTexts' | 'clock'>;

/** Posts, and albums, that an answer names. */
const MAX_NAMED = 3;

const byKey = (
  { albumTexts, pool, postTexts, clock }: Parts,
  questions: ReadonlyMap<string, OpeningKey[]>,
  with_open: boolean,
) => openedFor({ albumTexts, pool, postTexts }, questions, { most: MAX_NAMED, with_open, at: clock.now() });

/** Locked posts, and albums, that the quoted purchase opens, and the names of its files. */
export async function openedByQuote(
  parts: Parts & Pick<Dependencies, 'media'>,
  { plan, lines }: Quote,
): Promise<{ opens: Opened; attachments: string[] }> {
  const { creator_id, plan_id, offer } = plan;
  const keys: OpeningKey[] =
    offer.product_type === PRODUCT_TYPE.sponsorship
      ? [{ creator_id, key: plan_id, price: offer.price }]
      : lines.map(({ sku_id }) => ({ creator_id, key: sku_id, price: null }));
  const file_ids = lines.flatMap(({ sku_id }) => skuOf(plan, sku_id)?.attachment || []);
  const [opensOf, files] = await Promise.all([
    byKey(parts, new Map([['', keys]]), false),
    parts.media.files.byIds(file_ids),
  ]);
  return { opens: opensOf(''), attachments: [...files.values()].map(({ name }) => name) };
}

/** What is left of a paid order to read with: its membership, or the units that were not returned. */
function keysOf(order: PlacedOrderState): OpeningKey[] {
  const { placed } = order;
  const { creator_id, membership, total_amount } = placed;
  if (order.phase !== 'paid' || (total_amount > 0 && refundable(order) === 0)) return [];
  return membership
    ? [{ creator_id, key: placed.plan_id, price: membership.monthly_price }]
    : remainingUnits(order).map(({ sku_id }) => ({ creator_id, key: sku_id, price: null }));
}

/** What each of these orders opens, by its number. */
export const openedByOrders = (parts: Parts, orders: readonly PlacedOrderState[]) =>
  byKey(parts, new Map(orders.map((order) => [order.placed.out_trade_no, keysOf(order)])), true);

/** What each of these SKUs opens, by its id. */
export const openedBySkus = (parts: Parts, rows: readonly BoughtSku[]) =>
  byKey(
    parts,
    new Map(rows.map(({ sku_id, creator_id }) => [sku_id, [{ creator_id, key: sku_id, price: null }]])),
    true,
  );
