import type { UserId } from '#events/ids.ts';
import { countNewPosts } from '#read-models/content/feed.ts';
import { membershipsOf } from '#read-models/memberships/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';

type Parts = Pick<Dependencies, 'clock' | 'pool' | 'seenPosts'>;

/** Creators whom the person follows, or is a member of now, and who are shown. */
export async function feedCreatorsOf({ clock, pool, seenPosts }: Parts, user_id: UserId): Promise<string[]> {
  const [followed, { rows }, hidden] = await Promise.all([
    seenPosts.followed(user_id),
    membershipsOf(pool, { user_id, at: clock.now() }),
    seenPosts.hiddenCreators(),
  ]);
  const all = new Set([...followed, ...rows.map(({ creator_id }) => creator_id)]);
  for (const creator_id of hidden) all.delete(creator_id);
  return [...all];
}

/** Posts in the person's feed since it was last opened, at most 99; none before it was opened once. */
export async function unreadPosts(parts: Parts, user_id: UserId): Promise<number> {
  const after = await parts.seenPosts.ofFeed(user_id);
  if (after === undefined) return 0;
  const creator_ids = await feedCreatorsOf(parts, user_id);
  return (await countNewPosts(parts.pool, { creator_ids, after })).count;
}
