import type { PlanOffer } from '#events/catalog.ts';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { hasBegun, isHiddenFromBuyers, type Selling, sellsNow, shownStatus } from './on-sale.ts';

/** Why a plan cannot be bought now; empty when it can. */
type BuyRefusal = '' | 'deleted' | 'hidden' | 'not_yet' | 'ended' | 'part_gone' | 'sold_out';

/** The remaining stock of one SKU, and whether its owner still offers it. */
export interface SkuLeft {
  /** null: any number */
  left: number | null;
  offered: boolean;
  /** The round that a ticket admits to. */
  round_id: string | null;
}

export interface Buyable {
  refusal: BuyRefusal;
  /** When it can be bought, where that is known. */
  from: Millis | null;
}

const isLeft = ({ left, offered }: SkuLeft): boolean => offered && left !== 0;

/** Whether there is stock for one bundle, or for any SKU of goods. */
function stockRefusal(offer: PlanOffer, skus: readonly SkuLeft[], now: Millis): BuyRefusal {
  const { product_type, bundle } = offer;
  switch (product_type) {
    case PRODUCT_TYPE.sponsorship:
      return '';
    case PRODUCT_TYPE.goods:
      return skus.some(isLeft) ? '' : 'sold_out';
    case PRODUCT_TYPE.ticket: {
      const ahead = skus.filter(({ round_id }) => !hasBegun(offer, round_id, now));
      if (ahead.length === 0 && skus.length > 0) return 'ended';
      return ahead.some(isLeft) ? '' : 'sold_out';
    }
    case PRODUCT_TYPE.bundle:
      if (!skus.every(({ offered }) => offered)) return 'part_gone';
      return skus.every(isLeft) ? '' : 'sold_out';
    case PRODUCT_TYPE.choice_bundle: {
      const wanted = bundle?.select_count ?? 0;
      const among = (some: readonly SkuLeft[]): number =>
        bundle?.repeats
          ? some.reduce((sum, { left }) => sum + (left ?? Number.POSITIVE_INFINITY), 0)
          : some.length;
      const offered = skus.filter((sku) => sku.offered);
      if (offered.length === 0 || (!bundle?.repeats && offered.length < wanted)) return 'part_gone';
      return among(offered.filter(isLeft)) >= wanted ? '' : 'sold_out';
    }
    default:
      return product_type satisfies never;
  }
}

/**
 * Whether anything of a plan can be bought now; limits, codes and memberships of single fans are separate.
 * @param bundles remaining bundles; null: unlimited
 */
export function buyableNow(
  plan: Selling,
  skus: readonly SkuLeft[],
  bundles: number | null,
  now: Millis,
): Buyable {
  const { offer, status } = plan;
  const { on, off, sell_on, sell_off } = offer.timing;
  const no = (refusal: BuyRefusal, from: Millis | null = null): Buyable => ({ refusal, from });
  if (status === PLAN_STATUS.deleted) return no('deleted');
  // A plan unlisted by its schedule can still be sold by link.
  const hidden = isHiddenFromBuyers(shownStatus(plan, now), offer);
  if (hidden && status !== PLAN_STATUS.normal) return no('hidden');
  const isOver = (end: Millis | null): boolean => end !== null && end <= now;
  if ((hidden && isOver(off)) || isOver(sell_off)) return no('ended');
  if (hidden || !sellsNow(plan, now)) {
    const opens = Math.max(hidden ? (on ?? 0) : 0, sell_on ?? 0);
    return no('not_yet', opens > now ? opens : null);
  }
  if (bundles === 0) return no('sold_out');
  return no(stockRefusal(offer, skus, now));
}
