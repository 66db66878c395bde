import type { UserId } from '#events/ids.ts';
import { foundAmong, type PostFound } from '#read-models/content/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { NOTICE_KINDS, type NoticeTab } from '#services/contract/notices/notices.ts';

type Parts = Pick<Dependencies, 'clock' | 'notices' | 'pool' | 'seenPosts'>;

/** Unread notices are counted up to this number. */
const MAX_COUNTED = 100;

/** Of the posts those that the person finds: neither hidden ones, nor those of creators who are not shown. */
export async function findablePosts(
  { clock, pool, seenPosts }: Parts,
  user_id: UserId,
  notices: readonly { post_id: string }[],
): Promise<{ posts: Map<string, PostFound>; as_of: AsOf }> {
  const post_ids = [...new Set(notices.map(({ post_id }) => post_id))];
  const [{ rows, as_of }, hidden] = await Promise.all([
    foundAmong(pool, { post_ids, viewer: user_id, at: clock.now(), most: post_ids.length }),
    post_ids.length > 0 ? seenPosts.hiddenCreators() : [],
  ]);
  const isHidden = new Set<string>(hidden);
  const found = rows.filter(({ creator_id }) => creator_id === user_id || !isHidden.has(creator_id));
  return { posts: new Map(found.map((post) => [post.post_id, post])), as_of };
}

/** Unread notices of each list, at most 100 together. */
export async function unreadNotices(parts: Parts, user_id: UserId): Promise<Record<NoticeTab, number>> {
  const unread = await parts.notices.unread(user_id, MAX_COUNTED);
  if (unread.length === 0) return { comment: 0, like: 0 };
  const { posts } = await findablePosts(parts, user_id, unread);
  const found = unread.filter(({ post_id }) => posts.has(post_id));
  const isComment = (kind: string): boolean => NOTICE_KINDS.comment.some((one) => one === kind);
  const comment = found.filter(({ kind }) => isComment(kind)).length;
  return { comment, like: found.length - comment };
}
