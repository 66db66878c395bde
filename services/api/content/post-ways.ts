import { asPlanId, asUserId, type UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { type Opener, openersOf } from '#read-models/catalog/openers.ts';
import { type AlbumFound, albumsByIds } from '#read-models/content/albums/queries.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { buyableNow } from '#services/commerce/catalog/buyable.ts';
import { shownStatus } from '#services/commerce/catalog/on-sale.ts';
import { membershipStep } from '#services/commerce/prices/membership-effect.ts';
import { shownPrices, skuCost } from '../catalog/plan-prices.ts';
import { fanOf } from '../catalog/plan-viewer.ts';

type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'clock' | 'payments' | 'pool'>;

interface Offer extends Opener {
  price: Fen;
  step: 'join' | 'renew' | 'upgrade' | 'buy';
}

/** What opens a post and can be bought now, at its present price for the visitor. */
export interface Way extends Offer {
  /** The album that it opens as a whole; null if it opens the post by its own terms alone. */
  album: { album_id: string; post_count: number } | null;
}

/** What can be locked: a post, or an album. */
type Locked = Pick<PostFound, 'creator_id' | 'audience' | 'window' | 'plan_ids' | 'skus' | 'min_price'>;
export interface LockedAlbum extends Locked {
  album_id: string;
  post_count: number;
}

/** An album as what opens it: its plans and SKUs, now. */
export const lockedAlbum = ({
  album_id,
  creator_id,
  plan_ids,
  skus,
  post_count,
}: Pick<AlbumFound, 'album_id' | 'creator_id' | 'plan_ids' | 'skus' | 'post_count'>): LockedAlbum => ({
  album_id,
  creator_id,
  plan_ids,
  skus,
  post_count,
  audience: 'named',
  window: 'now',
  min_price: 0,
});

export type WaysTo = (post: PostFound) => readonly Way[];

function isOffered({ sku, ...plan }: Opener, now: Millis): boolean {
  if (shownStatus(plan, now) !== PLAN_STATUS.normal) return false;
  return buyableNow(plan, sku === null ? [] : [sku], null, now).refusal === '';
}

/** Whether buying it opens the post. A membership that begins now does not cover an earlier publication. */
function isFor({ plan_id, creator_id, offer, sku }: Opener, post: Locked): boolean {
  if (creator_id !== post.creator_id) return false;
  if (sku !== null) return post.skus.some((one) => one.plan_id === plan_id && one.sku_id === sku.sku_id);
  if (post.window === 'period') return false;
  if (post.audience === 'named') return post.plan_ids.includes(plan_id);
  return post.audience === 'members' || offer.price >= post.min_price;
}

/** The offers that can open some of the posts: one query for all of them. */
async function openersAbout({ pool }: Parts, posts: readonly Locked[]): Promise<readonly Opener[]> {
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

/** What buying the membership now is for the visitor; null: it would be refused, as a cheaper plan than the present one. */
async function stepOf(
  { committer }: Parts,
  user: UserId | undefined,
  { plan_id, creator_id, offer }: Opener,
): Promise<ReturnType<typeof membershipStep>> {
  if (user === undefined) return 'join';
  const plan = { plan_id: asPlanId(plan_id), creator_id: asUserId(creator_id), offer };
  const stream = membershipStream(plan.creator_id, user);
  return committer.read([stream], (states, now) => membershipStep(states, plan, user, now));
}

/** What can be bought now of what opens some of these, at its present price for the visitor: the cheapest first. */
async function offersFor(parts: Parts, locked: readonly Locked[], user: string): Promise<Offer[]> {
  const now = parts.clock.now();
  const openers = (await openersAbout(parts, locked)).filter((one) => isOffered(one, now));
  const visitor: UserId | undefined = user === '' ? undefined : asUserId(user);
  const priced = await Promise.all(
    openers.map(async (opener): Promise<Offer | []> => {
      const { offer, sku } = opener;
      const step = sku === null ? await stepOf(parts, visitor, opener) : 'buy';
      if (step === null) return [];
      const viewer = await fanOf(parts, visitor, opener);
      const price =
        sku === null ? shownPrices({ offer, facts: [] }, viewer).now : skuCost(offer, sku, viewer);
      return { ...opener, price, step };
    }),
  );
  return priced.flat().sort((one, other) => one.price - other.price);
}

/** The ways to open a whole album, the cheapest first. Hidden plans are never offered. */
export async function waysToOpen(parts: Parts, album: LockedAlbum, user: string): Promise<Way[]> {
  const offers = await offersFor(parts, [album], user);
  return offers.filter((one) => isFor(one, album)).map((one) => ({ ...one, album }));
}

/**
 * The ways to read each of these posts, by their own terms and by their albums, the cheapest first; none for a post that
 * is open, or for its creator alone. Hidden plans are never offered.
 */
export async function waysToRead(parts: Parts, posts: readonly PostFound[], user: string): Promise<WaysTo> {
  const locked = posts.filter(
    ({ has_right, audience }) => !has_right && audience !== 'all' && audience !== 'self',
  );
  const album_ids = [...new Set(locked.flatMap((post) => post.album_ids))];
  const found = album_ids.length === 0 ? [] : (await albumsByIds(parts.pool, { album_ids })).rows;
  const albums = found.map(lockedAlbum);
  const offers = await offersFor(parts, [...locked, ...albums], user);
  const isLocked = new Set(locked);
  return (post) => {
    if (!isLocked.has(post)) return [];
    const own = albums.filter(({ album_id }) => post.album_ids.includes(album_id));
    return offers.flatMap((offer): Way[] => {
      const album = own.find((one) => isFor(offer, one)) ?? null;
      return album || isFor(offer, post) ? [{ ...offer, album }] : [];
    });
  };
}
