import { asUserId, derivedHexId, type UserId } from '#events/ids.ts';
import { POST_STATUS } from '#events/status.ts';
import {
  deleteComment,
  likeComment,
  listComments,
  listParticipants,
  listReplies,
  publishComment,
  reportComment,
  unlikeComment,
} from '#services/contract/content/comments.ts';
import type { StoredComment } from '#services/modules/content/comments/comments.ts';
import { participantsOf, storedMentions } from '#services/modules/content/comments/mentions.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { type ApiRefusal, isApiRefusal, notFound } from '../../http/refusals.ts';
import { postStateOf } from '../save-post.ts';
import { commentAnswers, threadAnswers } from './comment-answer.ts';
import { commentedPost } from './comment-post.ts';
import { commentRefusal } from './comment-text.ts';

/** Threads that are shown first, and replies of each thread. */
const HOT = 3;
const REPLIES = 3;
/** Of one person: comments in a minute and in a day, and likes and reports in a minute. */
const PER_MINUTE = 20;
const PER_DAY = 300;
const TOUCHES_PER_MINUTE = 120;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Comments of posts. Who may read a post reads its comments, and writes them. */
export const commentRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, blocks, clock, comments, commentLists, config, counts, pool } = deps;

  /** Counts one more under the key of a person. */
  async function tooMany(key: string, most: number, windowMs: number): Promise<ApiRefusal | null> {
    const { count, ttl } = await counts.exactly(key, 1, windowMs);
    return count > most ? { code: 'too_many_requests', retry_after: Math.ceil(ttl / 1000) } : null;
  }
  const tooManyTouches = (user_id: UserId) =>
    tooMany(`comment likes ${user_id}`, TOUCHES_PER_MINUTE, MINUTE_MS);

  /** A comment that the person can read, and whether it can be liked. */
  async function readableComment(
    comment_id: string,
    user_id: UserId,
  ): Promise<(StoredComment & { refusal: ApiRefusal | null }) | ApiRefusal> {
    const comment = await comments.bySn(Number(comment_id));
    if (!comment) return notFound;
    const post = await commentedPost(deps, comment.post_id, user_id);
    if (isApiRefusal(post)) return post;
    if (post.comments === 'off' || (await blocks.between(user_id, comment.user_id))) return notFound;
    return { ...comment, refusal: post.comments === 'rejected' ? { code: 'rejected' } : null };
  }

  /** Why a comment cannot be replied to: it is gone, or one of the two people blocks the other. */
  async function replyRefusal(comment_id: string | undefined, user_id: UserId): Promise<ApiRefusal | null> {
    if (comment_id === undefined) return null;
    const comment = await comments.bySn(Number(comment_id));
    return !comment || (await blocks.between(user_id, comment.user_id)) ? notFound : null;
  }

  on(listComments, async ({ query, caller }) => {
    const { post_id, hot, publish_sn: before, per_page } = query;
    const found = await commentedPost(deps, post_id, caller?.user_id);
    if (isApiRefusal(found)) return found;
    const { post, viewer, as_of } = found;
    if (found.comments === 'off')
      return { list: [], hot_list: [], comments: found.comments, comment_count: 0, has_more: false, as_of };
    // One more, to know whether there are more that the viewer sees.
    const replies = REPLIES + 1;
    const page = { before, most: per_page + 1, replies };
    const [threads, hottest, countOf] = await Promise.all([
      commentLists.page(post_id, viewer.reader, page),
      hot ? commentLists.hot(post_id, viewer.reader, { most: HOT, replies }) : [],
      comments.counts([post_id]),
    ]);
    const shown = threads.slice(0, per_page);
    const answers = await threadAnswers(deps, post.creator_id, {
      threads: [...shown, ...hottest],
      most: REPLIES,
      viewer,
    });
    return {
      list: answers.slice(0, shown.length),
      hot_list: answers.slice(shown.length),
      comments: found.comments,
      comment_count: countOf(post_id),
      has_more: threads.length > per_page,
      as_of,
    };
  });

  on(listReplies, async ({ query, caller }) => {
    const { post_id, root_comment_id, publish_sn: after, per_page } = query;
    const found = await commentedPost(deps, post_id, caller?.user_id);
    if (isApiRefusal(found)) return found;
    const { post, viewer, as_of } = found;
    if (found.comments === 'off') return { list: [], has_more: false, as_of };
    const thread = { post_id, thread_sn: Number(root_comment_id) };
    const replies = await commentLists.replies(thread, viewer.reader, { after, most: per_page + 1 });
    const answerOf = await commentAnswers(deps, post.creator_id, replies, viewer);
    return { list: replies.slice(0, per_page).map(answerOf), has_more: replies.length > per_page, as_of };
  });

  on(listParticipants, async ({ query: { post_id, search, per_page }, caller: { user_id } }) => {
    const found = await commentedPost(deps, post_id, user_id);
    if (isApiRefusal(found)) return found;
    if (found.comments === 'off') return { list: [] };
    const { creator_id } = found.post;
    const list = await participantsOf(
      pool,
      { post_id, creator_id, user_id },
      { name: search, most: per_page },
    );
    return { list: list.map((person) => ({ ...person, is_creator: person.user_id === creator_id })) };
  });

  on(publishComment, async ({ body, headers, caller: { user_id } }) => {
    const { post_id, content, reply_comment_id } = body;
    const limited =
      (await tooMany(`comments ${user_id}`, PER_MINUTE, MINUTE_MS)) ??
      (await tooMany(`comments of a day ${user_id}`, PER_DAY, DAY_MS));
    if (limited) return limited;
    const refused = commentRefusal(content);
    if (refused) return refused;
    const found = await commentedPost(deps, post_id, user_id);
    if (isApiRefusal(found)) return found;
    const { post, viewer } = found;
    if (post.status !== POST_STATUS.normal || found.comments === 'off')
      return { code: 'state_does_not_allow' };
    if (found.comments === 'rejected') return { code: 'rejected' };
    const unseen = await replyRefusal(reply_comment_id, user_id);
    if (unseen) return unseen;
    if (config.commentsNeedPhone && (await accounts.addressesOf(user_id)).phone === '')
      return { code: 'bind_phone_required' };
    const stored = await storedMentions(pool, { post_id, creator_id: post.creator_id, user_id }, content);
    const key = headers['idempotency-key'];
    const published = await comments.publish({
      request_key: key === undefined ? null : derivedHexId('comment', user_id, key),
      post_id,
      creator_id: asUserId(post.creator_id),
      user_id,
      parent_sn: reply_comment_id === undefined ? undefined : Number(reply_comment_id),
      ...stored,
      now: clock.now(),
    });
    if (isRefusal(published)) return published;
    const { sn } = published;
    // Hidden or deleted meanwhile: a deletion may have removed the comments before this one was written.
    const state = await postStateOf(deps, post_id);
    if (state.phase !== 'published' || state.hidden) {
      await comments.remove(sn);
      return notFound;
    }
    const written = await commentLists.one(sn, user_id);
    if (!written) return notFound;
    const answerOf = await commentAnswers(deps, post.creator_id, [written], viewer);
    return { comment: answerOf(written), root_comment_id: String(written.thread_sn) };
  });

  on(likeComment, async ({ body: { comment_id }, caller: { user_id } }) => {
    const limited = await tooManyTouches(user_id);
    if (limited) return limited;
    const comment = await readableComment(comment_id, user_id);
    if (isApiRefusal(comment)) return comment;
    if (comment.refusal) return comment.refusal;
    const like_count = await comments.like(user_id, comment.sn);
    return isRefusal(like_count) ? like_count : { like_count, has_like: true };
  });

  on(unlikeComment, async ({ body: { comment_id }, caller: { user_id } }) => {
    const limited = await tooManyTouches(user_id);
    if (limited) return limited;
    const comment = await readableComment(comment_id, user_id);
    if (isApiRefusal(comment)) return comment;
    return { like_count: await comments.unlike(user_id, comment.sn), has_like: false };
  });

  on(deleteComment, async ({ body: { comment_id }, caller: { user_id } }) => {
    const comment = await comments.bySn(Number(comment_id));
    // Again changes nothing.
    if (!comment) return {};
    const { creator_id } = comment;
    const isOwn = comment.user_id === user_id || creator_id === user_id;
    const may = isOwn || (await accounts.team.rightsOf(creator_id, user_id)).includes('content');
    if (!may) return notFound;
    await comments.remove(comment.sn);
    return {};
  });

  on(reportComment, async ({ body: { comment_id, reason }, caller: { user_id } }) => {
    const limited = await tooManyTouches(user_id);
    if (limited) return limited;
    const comment = await readableComment(comment_id, user_id);
    if (isApiRefusal(comment)) return comment;
    return (await comments.report(user_id, comment.sn, reason)) ?? {};
  });
};
