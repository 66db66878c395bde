import { asUserId, type UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import { PLAN_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { type Opener, openersOf } from '#read-models/catalog/openers.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { buyableNow } from '#services/commerce/catalog/buyable.ts';
import { shownStatus } from '#services/commerce/catalog/on-sale.ts';
import { shownPrices, skuCost } from '../catalog/plan-prices.ts';
import { fanOf } from '../catalog/plan-viewer.ts';

type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'clock' | 'pool'>;

/** What opens a post and can be bought now, at its present price for the visitor. */
export interface Way extends Opener {
  price: Fen;
}

export type WaysTo = (post: PostFound) => readonly Way[];

function isOffered({ sku, ...plan }: Opener, now: Millis): boolean {
  if (shownStatus(plan, now) !== PLAN_STATUS.normal) return false;
  return buyableNow(plan, sku === null ? [] : [sku], null, now).refusal === '';
}

/** Whether buying it opens the post. A membership that begins now does not cover an earlier publication. */
function isFor({ plan_id, creator_id, offer, sku }: Opener, post: PostFound): boolean {
  if (creator_id !== post.creator_id) return false;
  if (sku !== null) return post.skus.some((one) => one.plan_id === plan_id && one.sku_id === sku.sku_id);
  if (post.window === 'period') return false;
  if (post.audience === 'named') return post.plan_ids.includes(plan_id);
  return post.audience === 'members' || offer.price >= post.min_price;
}

/** The offers that can open some of the posts: one query for all of them. */
async function openersAbout({ pool }: Parts, posts: readonly PostFound[]): Promise<readonly Opener[]> {
  const byMembership = posts.filter(({ audience, window }) => audience !== 'named' && window !== 'period');
  const skus = posts.flatMap((post) => post.skus);
  const wanted = {
    creator_ids: [...new Set(byMembership.map(({ creator_id }) => creator_id))],
    plan_ids: [...new Set(posts.flatMap(({ plan_ids, window }) => (window === 'period' ? [] : plan_ids)))],
    sku_plans: skus.map(({ plan_id }) => plan_id),
    sku_ids: skus.map(({ sku_id }) => sku_id),
  };
  const named = wanted.creator_ids.length + wanted.plan_ids.length + skus.length;
  return named === 0 ? [] : (await openersOf(pool, wanted)).rows;
}

/**
 * The ways to read each of these posts, the cheapest first; none for a post that is open, or for its creator alone.
 * Hidden plans are never offered.
 */
export async function waysToRead(parts: Parts, posts: readonly PostFound[], user: string): Promise<WaysTo> {
  const locked = posts.filter(
    ({ has_right, audience }) => !has_right && audience !== 'all' && audience !== 'self',
  );
  const now = parts.clock.now();
  const openers = (await openersAbout(parts, locked)).filter((one) => isOffered(one, now));
  const visitor: UserId | undefined = user === '' ? undefined : asUserId(user);
  const priced = await Promise.all(
    openers.map(async (opener): Promise<Way> => {
      const { offer, sku } = opener;
      const viewer = await fanOf(parts, visitor, opener);
      const price =
        sku === null ? shownPrices({ offer, facts: [] }, viewer).now : skuCost(offer, sku, viewer);
      return { ...opener, price };
    }),
  );
  priced.sort((one, other) => one.price - other.price);
  const isLocked = new Set(locked);
  return (post) => (isLocked.has(post) ? priced.filter((way) => isFor(way, post)) : []);
}
