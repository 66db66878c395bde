import type { UserId } from '#events/ids.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { listNotices, type Notice, type NoticeTab, readNotices } from '#services/contract/notices/notices.ts';
import { mentionedNames, shownMentions } from '#services/modules/content/comments/mentions.ts';
import type { NoticeGroup } from '#services/modules/notices/notices.ts';
import { type Area, routesOf } from '../http/area.ts';
import { findablePosts } from './findable-posts.ts';
import { cut, titleOf } from './notice-title.ts';

/** Characters of a comment. */
const TEXT = 140;
/** People that a notice names. */
const NAMED = 3;

interface Found {
  group: NoticeGroup;
  post: PostFound;
}

/** Groups whose posts the person finds; one more than a page has. Pages are filled: what is not found is passed over. */
async function foundGroups(
  deps: Dependencies,
  user_id: UserId,
  { tab, rank, per_page }: { tab: NoticeTab; rank: number; per_page: number },
): Promise<{ found: Found[]; as_of: AsOf }> {
  const found: Found[] = [];
  for (let before = rank; ; ) {
    const groups = await deps.notices.page(user_id, { tab, before, most: per_page + 1 });
    const { posts, as_of } = await findablePosts(deps, user_id, groups);
    for (const group of groups) {
      const post = posts.get(group.post_id);
      if (post) found.push({ group, post });
    }
    const last = groups.at(-1);
    if (found.length > per_page || groups.length <= per_page || !last) return { found, as_of };
    before = last.place;
  }
}

/** What others did with the caller's posts and comments. */
export const ownNoticeRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'notices');
  const { directory, notices, postTexts } = deps;

  on(listNotices, async ({ query, caller: { user_id } }) => {
    const { found, as_of } = await foundGroups(deps, user_id, query);
    const shown = found.slice(0, query.per_page);
    const [users, nameOf, mentioned] = await Promise.all([
      directory.usersByIds([...new Set(shown.flatMap(({ group }) => group.user_ids))]),
      postTexts.namesOf(shown.map(({ post }) => post)),
      mentionedNames(
        deps.pool,
        shown.map(({ group }) => group.content ?? ''),
      ),
    ]);
    const list = shown.map(({ group, post }): Notice => {
      const { kind, subject_id, post_id, arrived, seen, place: rank, newest_at, user_ids } = group;
      return {
        kind,
        subject_id,
        post: { post_id, title: titleOf(nameOf(post_id), post.has_right) },
        users: user_ids.slice(0, NAMED).map((one) => {
          const { name = '', avatar = '', url_slug = '' } = users.get(one) ?? {};
          return { user_id: one, name, avatar, url_slug };
        }),
        has_more_users: user_ids.length > NAMED,
        like_count: group.like_count,
        new_count: arrived - seen,
        text:
          kind !== 'like' && post.has_right
            ? cut(shownMentions(group.content ?? '', mentioned).content, TEXT)
            : '',
        root_comment_id: group.thread_sn === null ? '' : String(group.thread_sn),
        arrived,
        create_time: Math.floor(newest_at / 1000),
        rank,
      };
    });
    return { list, has_more: found.length > query.per_page, as_of };
  });

  on(readNotices, async ({ body, caller: { user_id } }) => {
    if (body.all) await notices.seeAll(user_id, body.all);
    if (body.notices) await notices.see(user_id, body.notices);
    return {};
  });
};
