import { asUserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { pricesFrom } from '#read-models/catalog/openers.ts';
import { newestOpen } from '#read-models/content/feed.ts';
import { sponsorCounts } from '#read-models/memberships/sponsors/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { CreatorCard } from '#services/contract/catalog/creators.ts';
import { postName } from '#services/modules/content/post-name.ts';

type Parts = Pick<Dependencies, 'accounts' | 'clock' | 'pool' | 'postTexts'>;
type Found = Omit<CreatorCard, 'posts' | 'price_from' | 'sponsor_count'>;

/** Posts on a card. */
const SHOWN_POSTS = 2;

/** Creators with what their cards show: one query of each kind for all of them. */
export async function creatorCards(
  { accounts, clock, pool, postTexts }: Parts,
  creators: readonly Found[],
): Promise<CreatorCard[]> {
  if (creators.length === 0) return [];
  const creator_ids = creators.map(({ user_id }) => user_id);
  const [posts, prices, sponsors, rights] = await Promise.all([
    newestOpen(pool, { creator_ids, most: SHOWN_POSTS }),
    pricesFrom(pool, { creator_ids, now: clock.now() }),
    sponsorCounts(pool, { creator_ids }),
    accounts.rights.ofAll(creator_ids.map(asUserId)),
  ]);
  const nameOf = await postTexts.namesOf(posts.rows);
  return creators.map((creator, n) => {
    const isOwn = ({ creator_id }: { creator_id: string }) => creator_id === creator.user_id;
    const price = prices.rows.find(isOwn)?.price;
    return {
      ...creator,
      posts: posts.rows
        .filter(isOwn)
        .map(({ post_id }) => ({ post_id, title: postName(nameOf(post_id), true) })),
      price_from: price === undefined ? '' : toWire(fenOf(price)),
      sponsor_count: rights[n]?.hides.sponsors ? null : (sponsors.rows.find(isOwn)?.sponsors ?? 0),
    };
  });
}
