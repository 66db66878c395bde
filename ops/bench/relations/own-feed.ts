import { Client } from 'pg';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { getFeed } from '#services/contract/relations/feed.ts';
import { p99OfRounds } from '../load.ts';
import { atMost, type Bench, noMoreThan, type Row } from '../row.ts';

const POSTS = 1_000_000;
const CREATORS = 4_000;
const CALLS = 400;
const PAGE = 10;
const FORMS = ['first', 'any'] as const;
/** A page is called flat up to this multiple of its cost among the fewest posts. */
const FLAT = 2;
const numbered = (count: number): string => count.toLocaleString('en-US');
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

/** p99 of a page of the own feed among so many posts, in ms: the newest one and one anywhere, for each reader. */
async function measured(posts: number, calls: number): Promise<number[]> {
  const { api, readers } = await stageWith(posts);
  try {
    const figures: number[] = [];
    for (const reader of readers)
      for (const form of FORMS) {
        const page = async () => {
          const publish_sn = form === 'first' ? 0 : PAGE * 100 + Math.floor(Math.random() * posts * 0.9);
          // The answer is not compared with its schema: the server does not do that.
          const { list } = (await api.get(getFeed.path, reader, { type: 'my', publish_sn, per_page: PAGE }))
            .data;
          if (!Array.isArray(list) || list.length !== PAGE) throw new Error('a page is not full');
        };
        figures.push(await p99OfRounds(calls, page));
      }
    return figures;
  } finally {
    await api.close();
  }
}

/** A page of the own feed, and whether it costs the same among more posts; with `--long` among 100 times as many. */
export const ownFeedBench: Bench = async ({ databaseUrl, quick, long }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const share = quick ? 1 / 10 : 1;
  const calls = CALLS * share;
  const sizes = long ? [POSTS / 10, POSTS, POSTS * 10] : [POSTS / 10, POSTS];
  const figures = new Map<number, number[]>();
  for (const size of sizes) figures.set(size, await measured(size * share, calls));
  const ofSize = (size: number): number[] => figures.get(size) ?? [];
  const forms = FOLLOWED.flatMap(({ count, limit }) => FORMS.map((form) => ({ count, limit, form })));
  return forms.flatMap(({ count, limit, form }, n): Row[] => {
    const name = `p99 of ${form === 'first' ? 'the first' : 'any'} page of the own feed at ${numbered(count)} follows`;
    const remark = `the whole call without the network; ${numbered(POSTS * share)} posts of ${numbered(CREATORS)} creators`;
    const [smallest = 0] = sizes;
    return [
      noMoreThan(limit, { name, value: ofSize(POSTS)[n] ?? Number.NaN, unit: 'ms', remark }),
      ...sizes.slice(1).map((size) =>
        atMost(FLAT, {
          name: `${name}, among ${numbered(size * share)} posts`,
          value: ofSize(size)[n] ?? Number.NaN,
          unit: 'ms',
          reference: { name: `${numbered(smallest * share)} posts`, value: ofSize(smallest)[n] },
        }),
      ),
    ];
  });
};
