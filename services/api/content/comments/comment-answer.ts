import { asUserId } from '#events/ids.ts';
import { membersAmong } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Reply, Thread as ThreadAnswer } from '#services/contract/content/comments.ts';
import type { ListedComment, Thread } from '#services/modules/content/comments/comment-lists.ts';
import { mentionedNames, shownMentions } from '#services/modules/content/comments/mentions.ts';
import type { PostViewer } from '../post-viewer.ts';

/** Characters of the text that a reply replies to. */
const QUOTED = 60;

type Parts = Pick<Dependencies, 'accounts' | 'directory' | 'pool'>;

const quoteOf = (text: string): string => {
  const [line = ''] = text.split('\n');
  const characters = Array.from(line);
  return characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('')}…` : line;
};

/** Comments of posts of one creator, as the viewer sees them. */
export async function commentAnswers(
  { accounts, directory, pool }: Parts,
  creator_id: string,
  comments: readonly ListedComment[],
  { reader, author, at }: PostViewer,
): Promise<(comment: ListedComment) => Reply> {
  const user_ids = [...new Set(comments.map(({ user_id }) => user_id))];
  const quoted = comments.flatMap(({ reply_user }) => reply_user ?? []);
  const texts = comments.flatMap(({ content, reply_content }) => [content, reply_content ?? '']);
  const [users, nameOf, members, { hides }] = await Promise.all([
    directory.usersByIds([...new Set([...user_ids, ...quoted])]),
    mentionedNames(pool, texts),
    membersAmong(pool, { creator_id, user_ids, at }),
    accounts.rights.of(asUserId(creator_id)),
  ]);
  const isMember = new Set(members.rows.map(({ user_id }) => user_id));
  const seesMembers = author || !hides.sponsors;
  return (comment) => {
    const { user_id, sn, content, like_count, has_like, created_at, reply_user, reply_content } = comment;
    const { name = '', avatar = '', url_slug = '', shown_as_supporter = false } = users.get(user_id) ?? {};
    return {
      comment_id: String(sn),
      ...shownMentions(content, nameOf),
      user: { user_id, name, avatar, url_slug },
      is_creator: user_id === creator_id,
      is_member: isMember.has(user_id) && seesMembers && (author || shown_as_supporter),
      like_count,
      has_like,
      create_time: Math.floor(created_at / 1000),
      publish_sn: sn,
      is_show_reply: reply_user !== null,
      reply_user: (reply_user && users.get(reply_user)?.name) ?? '',
      reply_content: quoteOf(shownMentions(reply_content ?? '', nameOf).content),
      can_delete: author || user_id === reader,
      report_count: author ? comment.report_count : null,
    };
  };
}

/** Threads as the viewer sees them, each with its first replies. @param most of each */
export async function threadAnswers(
  parts: Parts,
  creator_id: string,
  { threads, most, viewer }: { threads: readonly Thread[]; most: number; viewer: PostViewer },
): Promise<ThreadAnswer[]> {
  const comments = threads.flatMap(({ root, replies }) => [...(root ? [root] : []), ...replies]);
  const answerOf = await commentAnswers(parts, creator_id, comments, viewer);
  return threads.map(({ thread_sn, root, replies, reply_count }) => ({
    root_comment_id: String(thread_sn),
    publish_sn: thread_sn,
    comment: root ? answerOf(root) : null,
    sub_comments: replies.slice(0, most).map(answerOf),
    sub_comment_count: reply_count,
    sub_comment_has_more: replies.length > most,
  }));
}
