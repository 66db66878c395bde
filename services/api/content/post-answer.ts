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
import { type PostFiles, postFilesOf } from './post-files.ts';
import { type ShownOffers, shownOffers } from './post-offers.ts';
import type { PostViewer } from './post-viewer.ts';
import type { WaysTo } from './post-ways.ts';

type Parts = Pick<
  Dependencies,
  'accounts' | 'committer' | 'pool' | 'calendar' | 'clock' | 'directory' | 'media' | 'pins' | 'postTexts'
>;

const secondsOf = (at: Millis | null): number => Math.floor((at ?? 0) / 1000);

/** Whether everybody reads it. */
export const isPublic = ({ audience, public_at, opened_at }: PostFound, at: Millis): boolean =>
  audience !== 'self' &&
  (audience === 'all' || (public_at !== null && public_at <= at) || opened_at !== null);

/** Of goals that open some of the posts: how far each is, 0 to 1. Of those that the viewer is shown. */
async function goalPercents(
  parts: Parts,
  creator_id: string,
  posts: readonly PostFound[],
  { author, at }: PostViewer,
): Promise<Map<string, number>> {
  if (!posts.some((post) => post.goal_id !== '' && !isPublic(post, at))) return new Map();
  const { list } = await (author ? goalsOf : publicGoalsOf)(parts, creator_id);
  return new Map(list.map(({ goal_id, percent }) => [goal_id, percent]));
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
  }: Pick<Post, 'user' | 'user_top' | 'opens' | 'is_public'> & ShownOffers & PostFiles,
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

async function answersOf(
  form: 'whole' | 'listed',
  parts: Parts,
  creator_id: string,
  posts: readonly PostFound[],
  viewer: PostViewer,
  waysTo?: WaysTo,
): Promise<Post[]> {
  const [textOf, users, pins, percents, offersOf] = await Promise.all([
    parts.postTexts.of(posts, form),
    parts.directory.usersByIds([creator_id]),
    parts.pins.of(creator_id),
    goalPercents(parts, creator_id, posts, viewer),
    shownOffers(parts, posts, viewer, waysTo),
  ]);
  const { name = '', avatar = '', url_slug = '' } = users.get(asUserId(creator_id)) ?? {};
  const user = { user_id: creator_id, name, avatar, url_slug };
  const found = posts.map((post) => ({
    post,
    text: textOf(post.post_id),
    is_public: post.status === POST_STATUS.normal && isPublic(post, viewer.at),
  }));
  const filesOf = await postFilesOf(parts, creator_id, found, viewer);
  return found.map(({ post, text, is_public }) =>
    answerOf(post, text, viewer, {
      user,
      is_public,
      user_top: pins.includes(post.post_id),
      opens: opensAnswer(post, viewer.at, percents),
      ...offersOf(post),
      ...filesOf(post.post_id),
    }),
  );
}

type Answered = Parameters<typeof answersOf> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Posts of one creator, in their order, without what only the detail has. The text goes to those who may read it.
 * Arguments: parts, creator, posts, viewer, and ways to read them, which are found where they are left out.
 */
export const postAnswers = (...of: Answered): Promise<Post[]> => answersOf('whole', ...of);

/** The same in a list: long texts are cut where the list would be too large. */
export async function listedPosts(...of: Answered): Promise<Post[]> {
  const posts = await answersOf('listed', ...of);
  const share = maxRowBytes(posts.map(bytesOf));
  return posts.map((post) => {
    if (bytesOf(post) <= share) return post;
    return { ...post, content: cutText(post.content, share - bytesOf({ ...post, content: '' })) };
  });
}
