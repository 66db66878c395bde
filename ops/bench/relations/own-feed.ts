import { Client } from 'pg';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { getFeed } from '#services/contract/relations/feed.ts';
import { p99OfRounds } from '../load.ts';
import { type Bench, noMoreThan, type Row } from '../row.ts';

const POSTS = 1_000_000;
const CREATORS = 4_000;
const CALLS = 400;
const PAGE = 10;
/** Followed creators, and the figure for each, ms. */
const FOLLOWED = [
  { count: 500, limit: 5 },
  { count: 2_000, limit: 10 },
] as const;

const PEOPLE = `
  INSERT INTO accounts.users (id, name, url_slug, created_at)
  SELECT 'writer' || n, 'Writer ' || n, '', 0 FROM generate_series(0, $1::int - 1) n`;
/** In turn of all creators, newest last; a quarter of them locked. */
const WRITTEN = `
  INSERT INTO rm.posts (post_id, creator_id, kind, status, sn, published_at, scheduled_at, edited_at, text_hash, audience,
                        min_price, plan_ids, skus, access_window, public_at, goal_id, opened_at)
  SELECT 'post' || n, 'writer' || (n * 7919) % $3::int, CASE n % 5 WHEN 0 THEN 'article' ELSE 'post' END, 1, n, $2::bigint - ($1 - n) * 1000, NULL,
         $2::bigint, 'hash' || n, CASE n % 4 WHEN 0 THEN 'members' ELSE 'all' END, 0, '[]', '[]', 'now', NULL, '', NULL
    FROM generate_series(1, $1::bigint) n`;
const TEXTS = `
  INSERT INTO content.texts (post_id, text_hash, creator_id, title, content, preview_text, salt)
  SELECT post_id, text_hash, creator_id, '', repeat('words of a post ', 20), 'a preview', 'salt' FROM rm.posts`;
const FOLLOWING = `
  INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
  SELECT $1, 'creator', 'writer' || n, 'writer' || n FROM generate_series(0, $2::int - 1) n`;

interface Stage {
  api: TestApi;
  readers: readonly TestUser[];
}

async function stageWith(posts: number): Promise<Stage> {
  const api = await startTestApi({ projections: false });
  const readers: TestUser[] = [];
  for (const _ of FOLLOWED) readers.push(await api.user());
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(PEOPLE, [CREATORS]);
    await client.query(WRITTEN, [posts, api.deps.clock.now(), CREATORS]);
    await client.query(TEXTS);
    for (const [n, { count }] of FOLLOWED.entries())
      await client.query(FOLLOWING, [readers[n]?.user_id, count]);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
  return { api, readers };
}

/** A page of the own feed, the newest one and one anywhere. */
export const ownFeedBench: Bench = async ({ databaseUrl, quick }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const posts = quick ? POSTS / 10 : POSTS;
  const { api, readers } = await stageWith(posts);
  const rows: Row[] = [];
  try {
    for (const [n, { count, limit }] of FOLLOWED.entries())
      for (const form of ['first', 'any'] as const) {
        const page = async () => {
          const publish_sn = form === 'first' ? 0 : PAGE * 100 + Math.floor(Math.random() * posts * 0.9);
          const { list } = await api.data(getFeed, { type: 'my', publish_sn, per_page: PAGE }, readers[n]);
          if (list.length !== PAGE) throw new Error(`a page has ${list.length} posts`);
        };
        rows.push(
          noMoreThan(limit, {
            name: `p99 of ${form === 'first' ? 'the first' : 'any'} page of the own feed at ${count.toLocaleString('en-US')} follows`,
            value: await p99OfRounds(quick ? CALLS / 10 : CALLS, page),
            unit: 'ms',
            remark: `the whole call without the network; ${posts.toLocaleString('en-US')} posts of ${CREATORS.toLocaleString('en-US')} creators`,
          }),
        );
      }
    return rows;
  } finally {
    await api.close();
  }
};
