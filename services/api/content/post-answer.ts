import { asUserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Post } from '#services/contract/content/posts.ts';
import type { ReadText } from '#services/modules/content/post-texts.ts';
import { goalsOf, publicGoalsOf } from '../goals/goal-answer.ts';
import { bytesOf, cutText, maxRowBytes } from '../http/answer-size.ts';
import { creatorsWithout } from './comments/comments-state.ts';
import { type PostFiles, postFilesOf } from './post-files.ts';
import { type ShownOffers, shownOffers } from './post-offers.ts';
import type { PostViewer } from './post-viewer.ts';
import type { WaysTo } from './post-ways.ts';
import { voteAnswers } from './votes/vote-answer.ts';

export type PostParts = Pick<
  Dependencies,
  | 'accounts'
  | 'comments'
  | 'committer'
  | 'pool'
  | 'calendar'
  | 'clock'
  | 'payments'
  | 'directory'
  | 'marks'
  | 'media'
  | 'pins'
  | 'postTexts'
  | 'voteTexts'
>;
/** Who looks, at the posts of each creator. */
type ViewerOf = (creator_id: string) => PostViewer;

/** From this number on everybody sees how many comments there are. */
const MANY_COMMENTS = 50;

const secondsOf = (at: Millis | null): number => Math.floor((at ?? 0) / 1000);

/** Whether everybody reads it. */
export const isPublic = ({ audience, public_at, opened_at }: PostFound, at: Millis): boolean =>
  audience !== 'self' &&
  (audience === 'all' || (public_at !== null && public_at <= at) || opened_at !== null);

/** Of goals that open some of the posts: how far each is, 0 to 1. Of those that the viewer is shown. */
async function goalPercents(
  parts: PostParts,
  posts: readonly PostFound[],
  viewerOf: ViewerOf,
): Promise<Map<string, number>> {
  const waiting = posts.filter(
    (post) => post.goal_id !== '' && !isPublic(post, viewerOf(post.creator_id).at),
  );
  const lists = await Promise.all(
    [...new Set(waiting.map(({ creator_id }) => creator_id))].map((creator_id) =>
      (viewerOf(creator_id).author ? goalsOf : publicGoalsOf)(parts, creator_id),
    ),
  );
  return new Map(lists.flatMap(({ list }) => list.map(({ goal_id, percent }) => [goal_id, percent])));
}

type Marked = Pick<Post, 'has_mark' | 'mark_count' | 'has_like' | 'like_count'>;

/** What the reader has done with each of the posts, how many people like it, and for its creator how many collected it. */
async function marksOf({ marks }: PostParts, posts: readonly PostFound[], viewerOf: ViewerOf) {
  const [first] = posts;
  const reader = first ? viewerOf(first.creator_id).reader : '';
  const marked = await marks.ofPosts(
    reader,
    posts.map(({ post_id }) => post_id),
  );
  return ({ post_id, creator_id }: PostFound): Marked => {
    const { has_mark = false, mark_count = 0, has_like = false, like_count = 0 } = marked.get(post_id) ?? {};
    return { has_mark, has_like, like_count, mark_count: viewerOf(creator_id).author ? mark_count : null };
  };
}

function opensAnswer(post: PostFound, at: Millis, percents: ReadonlyMap<string, number>): Post['opens'] {
  if (post.audience === 'self' || isPublic(post, at)) return null;
  const time = secondsOf(post.public_at);
  const goal_percent = percents.get(post.goal_id) ?? null;
  return time === 0 && goal_percent === null ? null : { time, goal_percent };
}

function answerOf(
  post: PostFound,
  text: ReadText,
  { author }: PostViewer,
  {
    ext,
    video_duration,
    ...shown
  }: Pick<Post, 'user' | 'user_top' | 'opens' | 'is_public' | 'comment_count' | 'vote'> &
    Marked &
    ShownOffers &
    PostFiles,
): Post {
  const { post_id, status, audience, plan_ids, skus, window, goal_id, has_right } = post;
  const { title, content, rich, characters, minutes, preview_text, share_title, share_text } = text;
  return {
    post_id,
    type: post.kind === 'article' ? POST_TYPE.article : POST_TYPE.normal,
    status,
    title,
    content,
    rich,
    characters,
    minutes,
    preview_text,
    share_title,
    share_text,
    has_right,
    self_only: audience === 'self',
    audience,
    audience_price: toWire(fenOf(post.min_price)),
    plan_ids,
    skus,
    window,
    public_time: secondsOf(post.public_at),
    goal_id,
    publish_time: secondsOf(post.published_at ?? post.scheduled_at),
    publish_sn: post.sn,
    edit_time: secondsOf(post.edited_at),
    album_ids: post.album_ids,
    can_edit: author,
    can_delete: author,
    ...shown,
    ext: { ...ext, video_duration },
    ways: [],
    unlockCount: 0,
    readers: null,
  };
}

interface Options {
  form: 'whole' | 'listed';
  viewerOf: ViewerOf;
  /** Posts that their creators' pages show first. */
  pinned?: readonly string[];
  waysTo?: WaysTo | undefined;
}

async function answersOf(
  parts: PostParts,
  posts: readonly PostFound[],
  { form, viewerOf, pinned = [], waysTo }: Options,
): Promise<Post[]> {
  const [first] = posts;
  const readable = posts.filter(({ has_right, creator_id }) => has_right || viewerOf(creator_id).author);
  const [textOf, users, percents, offersOf, markOf, commentsOf, isWithout, { voteOf }] = await Promise.all([
    parts.postTexts.of(posts, form),
    parts.directory.usersByIds([...new Set(posts.map(({ creator_id }) => creator_id))]),
    goalPercents(parts, posts, viewerOf),
    shownOffers(parts, posts, viewerOf, waysTo),
    marksOf(parts, posts, viewerOf),
    parts.comments.counts(posts.map(({ post_id }) => post_id)),
    creatorsWithout(
      parts,
      posts.map(({ creator_id }) => creator_id),
    ),
    voteAnswers(
      parts,
      readable.map((post) => ({ ...post, is_public: isPublic(post, viewerOf(post.creator_id).at) })),
      first ? viewerOf(first.creator_id).reader : '',
      viewerOf,
    ),
  ]);
  const found = posts.map((post) => ({
    post,
    text: textOf(post.post_id),
    is_public: post.status === POST_STATUS.normal && isPublic(post, viewerOf(post.creator_id).at),
  }));
  const filesOf = await postFilesOf(parts, found, viewerOf);
  return found.map(({ post, text, is_public }) => {
    const { post_id, creator_id } = post;
    const { name = '', avatar = '', url_slug = '' } = users.get(asUserId(creator_id)) ?? {};
    const viewer = viewerOf(creator_id);
    const comment_count = isWithout.has(creator_id) ? 0 : commentsOf(post_id);
    return answerOf(post, text, viewer, {
      user: { user_id: creator_id, name, avatar, url_slug },
      is_public,
      user_top: pinned.includes(post_id),
      opens: opensAnswer(post, viewer.at, percents),
      comment_count: post.has_right || comment_count >= MANY_COMMENTS ? comment_count : 0,
      ...offersOf(post),
      ...markOf(post),
      vote: voteOf(post_id),
      ...filesOf(post_id),
    });
  });
}

/**
 * Posts of one creator, in their order, without what only the detail has. The text goes to those who may read it.
 * @param waysTo ways to read them, which are found where they are left out
 */
export async function postAnswers(
  parts: PostParts,
  creator_id: string,
  posts: readonly PostFound[],
  viewer: PostViewer,
  waysTo?: WaysTo,
): Promise<Post[]> {
  const pinned = await parts.pins.of(creator_id);
  return answersOf(parts, posts, { form: 'whole', viewerOf: () => viewer, pinned, waysTo });
}

/** Long texts are cut where a list would be too large. */
function cutPosts(posts: readonly Post[]): Post[] {
  const share = maxRowBytes(posts.map(bytesOf));
  return posts.map((post) => {
    if (bytesOf(post) <= share) return post;
    return { ...post, content: cutText(post.content, share - bytesOf({ ...post, content: '' })) };
  });
}

/** Posts of one creator in a list. */
export async function listedPosts(
  parts: PostParts,
  creator_id: string,
  posts: readonly PostFound[],
  viewer: PostViewer,
): Promise<Post[]> {
  const pinned = await parts.pins.of(creator_id);
  return cutPosts(await answersOf(parts, posts, { form: 'listed', viewerOf: () => viewer, pinned }));
}

/** Posts of several creators in a list. Only one's own are shown as to their author. @param viewer empty for a guest */
export async function mixedPosts(
  parts: PostParts,
  posts: readonly PostFound[],
  { viewer, at }: Pick<PostViewer, 'viewer' | 'at'>,
): Promise<Post[]> {
  const viewerOf = (creator_id: string): PostViewer => ({
    viewer,
    author: creator_id === viewer,
    reader: viewer,
    at,
  });
  return cutPosts(await answersOf(parts, posts, { form: 'listed', viewerOf }));
}
