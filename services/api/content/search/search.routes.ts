import { asUserId } from '#events/ids.ts';
import { POST_TYPE } from '#events/status.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type FoundPost, searchAlbums, searchPosts } from '#services/contract/content/search.ts';
import { excerptOf, isLongEnough, wordsOf } from '#services/contract/content/search-words.ts';
import { findAlbums } from '#services/modules/content/search/find-albums.ts';
import { findPosts } from '#services/modules/content/search/find-posts.ts';
import { pageAnswer, rangeOf } from '../../http/answer.ts';
import { type Area, routesOf } from '../../http/area.ts';

const DAY_MS = 86_400_000;

type Parts = Pick<Dependencies, 'directory' | 'postTexts'>;

async function usersOf({ directory }: Parts, rows: readonly { creator_id: string }[]) {
  const users = await directory.usersByIds(rows.map(({ creator_id }) => creator_id));
  return (user_id: string) => {
    const { name = '', avatar = '', url_slug = '' } = users.get(asUserId(user_id)) ?? {};
    return { user_id, name, avatar, url_slug };
  };
}

/** Hits with what the viewer may read of them. */
async function postHits(
  parts: Parts,
  posts: readonly PostFound[],
  words: readonly string[],
): Promise<FoundPost[]> {
  const [textOf, userOf] = await Promise.all([parts.postTexts.of(posts, 'listed'), usersOf(parts, posts)]);
  return posts.map(({ post_id, creator_id, kind, has_right, published_at, sn }) => {
    const { title, preview_text, content } = textOf(post_id);
    return {
      post_id,
      type: kind === 'article' ? POST_TYPE.article : POST_TYPE.normal,
      title,
      excerpt: excerptOf([content, preview_text], words),
      has_right,
      publish_time: Math.floor((published_at ?? 0) / 1000),
      publish_sn: sn,
      user: userOf(creator_id),
    };
  });
}

/** Posts and albums by their words. */
export const searchRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { clock, pool, seenPosts } = deps;

  on(
    searchPosts,
    async ({ query: { q, user_id: creator_id = '', days, publish_sn: before, per_page }, caller }) => {
      const words = wordsOf(q);
      const at = clock.now();
      const { rows, as_of } = await findPosts(pool, {
        words,
        viewer: caller?.user_id ?? '',
        at,
        before,
        most: per_page + 1,
        since: Number(days) === 0 ? 0 : at - Number(days) * DAY_MS,
        hidden_ids: await seenPosts.hiddenCreators(),
        creator_id,
      });
      const list = await postHits(deps, rows.slice(0, per_page), words);
      return { list, has_more: rows.length > per_page, too_short: !isLongEnough(words), as_of };
    },
  );

  on(searchAlbums, async ({ query }) => {
    const words = wordsOf(query.q);
    const { rows, as_of } = await findAlbums(pool, { words, ...rangeOf(query) });
    const userOf = await usersOf(deps, rows);
    const list = rows.map(({ creator_id, total_count: _, content, ...album }) => ({
      ...album,
      excerpt: excerptOf([content], words),
      user: userOf(creator_id),
    }));
    return pageAnswer(query, { list: rows, total_count: rows[0]?.total_count ?? 0, as_of }, list);
  });
};
