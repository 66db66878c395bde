import type { Pool } from 'pg';
import { fenOf } from '#events/money.ts';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import { ownPosts, type PostFound, postById } from '#read-models/content/queries.ts';
import type { OpenPost } from '#services/contract/open/answers.ts';
import { openPostTexts } from '#services/modules/content/post-texts.ts';
import { rangeOf } from '../http/answer.ts';
import { wire } from '../http/money.ts';
import type { CreatorWork } from './private-id.ts';
import { type Runs, totals } from './work.ts';

const secondsOf = (at: number | null): number => Math.floor((at ?? 0) / 1000);

async function answersOf(pool: Pool, posts: readonly PostFound[]): Promise<OpenPost[]> {
  const textOf = await openPostTexts(pool).of(posts, 'listed');
  return posts.map(({ post_id, kind, audience, min_price, plan_ids, public_at, published_at, sn }) => ({
    post_id,
    type: kind === 'article' ? POST_TYPE.article : POST_TYPE.normal,
    title: textOf(post_id).title,
    preview_text: textOf(post_id).preview_text,
    audience,
    min_price: wire(fenOf(min_price)),
    plan_ids,
    public_time: secondsOf(public_at),
    publish_time: secondsOf(published_at),
    publish_sn: sn,
  }));
}

/** Published posts, newest first. */
export const queryPosts: Runs['query-posts'] = async ({ deps, creator }, params) => {
  const { limit: most, offset: skip } = rangeOf(params);
  const of = { creator_id: creator, viewer: creator, status: POST_STATUS.normal, at: deps.clock.now() };
  const { rows } = await ownPosts(deps.pool, { ...of, most, skip });
  return { list: await answersOf(deps.pool, rows), ...totals(rows[0]?.total_count ?? 0, params) };
};

/** The post of a publication as it is now; undefined if others do not see it any more. */
export async function publishedPost(
  { deps: { pool }, creator }: CreatorWork<{ pool: Pool }>,
  post_id: string,
  position: number,
): Promise<{ post: OpenPost } | 'behind' | undefined> {
  const { rows, as_of } = await postById(pool, { post_id, viewer: creator, at: 0 });
  if (as_of.position < position) return 'behind';
  const shown = rows.filter(({ status, audience }) => status === POST_STATUS.normal && audience !== 'self');
  const [post] = await answersOf(pool, shown);
  return post && { post };
}
