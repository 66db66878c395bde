import { toWire } from '#events/money.ts';
import { boughtAlbums } from '#read-models/content/albums/opened.ts';
import { ownedSkus } from '#read-models/content/opened.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { openedFor } from '#services/modules/content/opened.ts';
import { type Way, type WaysTo, waysToRead } from './post-ways.ts';

type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'clock' | 'payments' | 'pool'>;

const keyOf = ({ plan_id, sku }: Way): string => sku?.sku_id ?? plan_id;
type ViewerOf = (creator_id: string) => { viewer: string; author: boolean; at: number };

/** What each post in a list says about what opens it. */
export type ShownOffers = Pick<Post, 'min_price' | 'unlock_plan' | 'unlock_plan_id' | 'buyPlan'> & {
  ext: Omit<Post['ext'], 'video_duration'>;
};

const MAX_WAYS = 3;

/** The SKUs, and the albums, of these posts that the viewer has bought. */
async function boughtOf({ pool }: Parts, posts: readonly PostFound[], viewerOf: ViewerOf) {
  const others = posts.filter(({ creator_id }) => !viewerOf(creator_id).author);
  const [first] = others;
  if (!first) return new Set<string>();
  const { viewer, at } = viewerOf(first.creator_id);
  if (viewer === '') return new Set<string>();
  const sku_ids = [...new Set(others.flatMap(({ skus }) => skus.map(({ sku_id }) => sku_id)))];
  const album_ids = [...new Set(others.flatMap((post) => post.album_ids))];
  const [skus, albums] = await Promise.all([
    sku_ids.length === 0 ? [] : ownedSkus(pool, { user_id: viewer, sku_ids, at }).then(({ rows }) => rows),
    album_ids.length === 0
      ? []
      : boughtAlbums(pool, { user_id: viewer, album_ids, at }).then(({ rows }) => rows),
  ]);
  return new Set([...skus.map(({ key }) => key), ...albums.map(({ album_id }) => album_id)]);
}

/**
 * For each of the posts: the cheapest price, plan and SKU that open it. At most three queries for all of them.
 * @param viewerOf one viewer for all, who is the author of some
 */
export async function shownOffers(
  parts: Parts,
  posts: readonly PostFound[],
  viewerOf: ViewerOf,
  found?: WaysTo,
): Promise<(post: PostFound) => ShownOffers> {
  const [first] = posts;
  const [waysTo, bought] = await Promise.all([
    found ?? waysToRead(parts, posts, first ? viewerOf(first.creator_id).viewer : ''),
    boughtOf(parts, posts, viewerOf),
  ]);
  return (post) => {
    const ways = waysTo(post);
    const plan = ways.find(({ sku }) => sku === null);
    const item = ways.find(({ sku }) => sku !== null);
    const [cheapest] = ways;
    const sku_id = item?.sku?.sku_id ?? '';
    return {
      min_price: cheapest ? toWire(cheapest.price) : '',
      unlock_plan: plan ? { plan_id: plan.plan_id, name: plan.offer.name, price: toWire(plan.price) } : null,
      unlock_plan_id: plan?.plan_id ?? '',
      buyPlan: item
        ? {
            album_id: item.album?.album_id ?? '',
            plan_id: item.plan_id,
            sku_id,
            price: toWire(item.price),
          }
        : null,
      ext: {
        sku_id,
        buy_sku: [...post.skus.map((one) => one.sku_id), ...post.album_ids].some((id) => bought.has(id)),
      },
    };
  };
}

/** The first of these ways to read a post, for its page. */
export async function shownWays(
  parts: Pick<Dependencies, 'albumTexts' | 'pool' | 'postTexts'>,
  all: readonly Way[],
  at: number,
): Promise<Pick<Post, 'ways' | 'unlockCount'>> {
  const cheapest = all.slice(0, MAX_WAYS);
  // The price of a whole album is shown beside that of the post.
  const whole = all.find(({ album }) => album !== null);
  const found = whole && !cheapest.includes(whole) ? [...cheapest.slice(0, MAX_WAYS - 1), whole] : cheapest;
  const questions = found.map((way) => {
    const { creator_id, offer, sku } = way;
    return [keyOf(way), [{ creator_id, key: keyOf(way), price: sku === null ? offer.price : null }]] as const;
  });
  const [opensOf, textOf] = await Promise.all([
    openedFor(parts, new Map(questions), { most: 1, at }),
    parts.albumTexts.of(found.flatMap(({ album }) => album?.album_id ?? [])),
  ]);
  const ways = found.map((way) => {
    const { plan_id, offer, sku, price, album, step } = way;
    return {
      kind: sku === null ? ('membership' as const) : ('sku' as const),
      plan_id,
      sku_id: sku?.sku_id ?? '',
      name: sku === null ? offer.name : `${offer.name} · ${sku.name}`,
      price: toWire(price),
      months: sku === null ? offer.pay_month : 0,
      step,
      opens: Math.max(opensOf(keyOf(way)).post_count, album?.post_count ?? 0),
      album: album && {
        album_id: album.album_id,
        title: textOf(album.album_id).title,
        post_count: album.post_count,
      },
    };
  });
  return { ways, unlockCount: ways[0]?.opens ?? 0 };
}
