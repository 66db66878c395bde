import { MAX_POSTS } from '#services/commerce/content/albums/album.ts';
import { MAX_NAMED } from '#services/commerce/content/named-offers.ts';
import { MAX_UNPAID_ORDERS } from '#services/commerce/orders/unpaid-limits.ts';
import { MAX_CASE_PICS } from '#services/contract/cases/case-pictures.ts';
import { MAX_OPTIONS } from '#services/contract/content/votes.ts';
import { MAX_BANNERS } from '#services/contract/staff/banners.ts';

/** Lists of events with their largest lengths, by type and path, or by path alone. */
export const LISTS: Readonly<Record<string, number>> = {
  'offer.more_pics': 8,
  'offer.rounds': 100,
  round_ids: 100,
  sku_ids: 200,
  lines: 1_500,
  tickets: 100,
  pics: MAX_CASE_PICS,
  reply_pools: 200,
  units: 1_500,
  ticket_ids: 100,
  orders: 50,
  /** Every order that was open and is no longer open. */
  closed: MAX_UNPAID_ORDERS,
  plan_ids: 2_000,
  'terms.audience.plan_ids': MAX_NAMED,
  'terms.audience.skus': MAX_NAMED,
  'terms.plan_ids': MAX_NAMED,
  'terms.skus': MAX_NAMED,
  'terms.options': MAX_OPTIONS,
  options: MAX_OPTIONS,
  counts: MAX_OPTIONS,
  added: MAX_POSTS,
  'AlbumPostsChanged moved': MAX_POSTS,
  removed: MAX_POSTS,
  rules: 40,
  /** Destinations of one rule. */
  'rules[].provinces': 240,
  /** A run has at most ten years ahead; each grant is a month, or an upgrade of it. */
  moved: 240,
  /** Orders that move with one of them. */
  grants: 100,
  rejected: 100,
  banners: MAX_BANNERS,
};
