import { type Fen, fenOf, sum, times, ZERO } from '#events/money.ts';
import { isBundle, isByPiece, PRODUCT_TYPE } from '#events/status.ts';
import { isRunning, type PricedOffer, priceOf, type SkuPrices } from '#services/commerce/prices/price.ts';
import type { Viewer } from './plan-viewer.ts';

export interface Priced {
  offer: PricedOffer;
  facts: readonly SkuPrices[];
}

/** The present price of one (period, bundle or unit of a SKU), by the function that prices orders. */
function costOf(offer: PricedOffer, sku: SkuPrices | null, { now, is_vip }: Viewer): Fen {
  const bundle = isBundle(offer.product_type);
  return priceOf({
    offer,
    now,
    discount_option: 0,
    month: offer.product_type === PRODUCT_TYPE.sponsorship ? offer.pay_month : 0,
    lines: sku === null || bundle ? [] : [{ sku, count: 1 }],
    bundle_count: bundle ? 1 : 0,
    vip: is_vip,
    upgrade: null,
    redeemed: false,
    shippingFor: () => ZERO,
  }).total_amount;
}

export const skuCost = (offer: PricedOffer, sku: SkuPrices, viewer: Viewer): Fen => {
  // A bundle's SKU has no separate price; its value is its list price.
  const bundle = isBundle(offer.product_type);
  return bundle ? sku.price : costOf(offer, sku, viewer);
};

export interface ShownPrices {
  /** One period, one bundle or the cheapest SKU, without any reduction. */
  plain: Fen;
  /** The same as it costs now; of several SKUs, the lowest. */
  now: Fen;
  /** The months of a period, or the separate prices of a bundle's contents. */
  apart: Fen;
  time_limit_runs: boolean;
}

const lowest = (prices: readonly Fen[]): Fen => fenOf(prices.length === 0 ? 0 : Math.min(...prices));

export function shownPrices({ offer, facts }: Priced, viewer: Viewer): ShownPrices {
  const time_limit_runs = isRunning(offer.time_limit, viewer.now);
  const byPiece = isByPiece(offer.product_type);
  if (byPiece) {
    const plain = lowest(facts.map(({ price }) => price));
    const now = lowest(facts.map((sku) => skuCost(offer, sku, viewer)));
    return { plain, now, apart: plain, time_limit_runs };
  }
  const plain =
    offer.product_type === PRODUCT_TYPE.sponsorship ? times(offer.price, offer.pay_month) : offer.price;
  const apart =
    offer.product_type === PRODUCT_TYPE.sponsorship ? plain : sum(facts.map(({ price }) => price));
  return { plain, now: costOf(offer, null, viewer), apart, time_limit_runs };
}
