import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { feedPosts } from '#read-models/content/feed.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { NoticeTab } from '#services/contract/notices/notices.ts';
import type { Digest } from '#services/modules/messages/digest-lines.ts';
import { feedCreatorsOf } from '../relations/feed-creators.ts';
import { findablePosts } from './findable-posts.ts';
import { titleOf } from './notice-title.ts';

type Parts = Pick<
  Dependencies,
  'blocks' | 'clock' | 'directory' | 'notices' | 'pool' | 'postTexts' | 'seenPosts'
>;

/** Lines of each kind, and people that a line names. */
const LINES = 5;
const NAMED = 3;
/** New posts that are looked at. */
const LOOKED_AT = 50;

interface Window {
  /** Unix milliseconds: later than this, and up to this. */
  since: Millis;
  until: Millis;
}

/** Unread comments or likes whose newest came in the window; one more than is listed. */
async function newNotices(parts: Parts, user_id: UserId, tab: NoticeTab, window: Window) {
  const groups = await parts.notices.recent(user_id, { ...window, tab, most: LOOKED_AT });
  const [{ posts }, apart] = await Promise.all([
    findablePosts(parts, user_id, groups),
    parts.blocks.apartFrom(user_id, [...new Set(groups.flatMap(({ user_ids }) => user_ids))]),
  ]);
  return groups
    .flatMap(({ user_ids, ...group }) => {
      const post = posts.get(group.post_id);
      const others = user_ids.filter((one) => !apart.has(one));
      return post && others.length > 0 ? [{ ...group, post, others }] : [];
    })
    .slice(0, LINES + 1);
}

/** Posts in the person's feed that were published in the window and not seen; one more than is listed. */
async function newPosts(parts: Parts, user_id: UserId, { since, until }: Window): Promise<PostFound[]> {
  const { blocks, clock, pool, seenPosts } = parts;
  const followed = await feedCreatorsOf(parts, user_id);
  const apart = await blocks.apartFrom(user_id, followed);
  const creator_ids = followed.filter((one) => one !== user_id && !apart.has(one));
  if (creator_ids.length === 0) return [];
  const [{ rows }, seen = 0, seenOf] = await Promise.all([
    feedPosts(null)(pool, { creator_ids, before: 0, most: LOOKED_AT, viewer: user_id, at: clock.now() }),
    seenPosts.ofFeed(user_id),
    seenPosts.ofCreators(user_id, creator_ids),
  ]);
  return rows
    .filter(({ sn, creator_id, published_at }) => {
      const isNew = published_at !== null && published_at > since && published_at <= until;
      return isNew && sn > seen && sn > seenOf(creator_id);
    })
    .slice(0, LINES + 1);
}

/**
 * What is new for a person in a time: unread comments and likes, and posts of creators whom they follow or sponsor. Of
 * what can be seen now: nothing of people who are hidden, blocked or rejected, and nothing of posts that are not found.
 */
export async function digestOf(parts: Parts, user_id: UserId, window: Window): Promise<Digest> {
  const [comments, likes, posts] = await Promise.all([
    newNotices(parts, user_id, 'comment', window),
    newNotices(parts, user_id, 'like', window),
    newPosts(parts, user_id, window),
  ]);
  const notices = [comments, likes].flatMap((some) => some.slice(0, LINES));
  const shown = posts.slice(0, LINES);
  const [users, nameOf] = await Promise.all([
    parts.directory.usersByIds([
      ...new Set([
        ...notices.flatMap(({ others }) => others),
        ...shown.map(({ creator_id }) => creator_id as UserId), // of a column of ids
      ]),
    ]),
    parts.postTexts.namesOf([...notices.map(({ post }) => post), ...shown]),
  ]);
  const title = (post: PostFound): string => titleOf(nameOf(post.post_id), post.has_right);
  const name = (id: string): string => users.get(id as UserId)?.name ?? ''; // the map is by those ids
  return {
    notices: notices.map(({ kind, post, others }) => ({
      kind,
      title: title(post),
      names: others.slice(0, NAMED).map(name),
      hasMoreNames: others.length > NAMED,
    })),
    posts: shown.map((post) => ({ creator: name(post.creator_id), title: title(post) })),
    hasMore: [comments, likes, posts].some(({ length }) => length > LINES),
  };
}
