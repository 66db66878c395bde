import { Client } from 'pg';
import type { UserId } from '#events/ids.ts';
import { DAY_MS } from '#events/time.ts';
import { postById } from '#read-models/content/queries.ts';
import { readablePosts } from '#read-models/content/readable-posts.ts';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { listPosts } from '#services/contract/content/posts.ts';
import { median, percentile } from './load.ts';
import { atMost, type Bench, noMoreThan } from './row.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const MEMBERS = 100_000;
const ROUNDS = 5;
const CALLS = 400;
const AT_MOST = 1.3;
const RIGHT_MS = 1;
/** A creator none of whose posts is for everybody. */
const CLOSED = 'closed';
const CLOSED_POSTS = 20_000;
const READABLE_MS = 2;
/** Among the members. */
const READERS = 20;

interface Stage {
  posts: number;
  api: TestApi;
  creator: TestUser;
  readers: readonly TestUser[];
}

/** Posts of all audiences, newest last, with a short text each; half of them need a membership. */
const POSTS = `
  INSERT INTO rm.posts (post_id, creator_id, kind, status, sn, published_at, scheduled_at, edited_at, text_hash, audience,
                        min_price, plan_ids, skus, access_window, public_at, goal_id, opened_at)
  SELECT $4 || n, $1, 'post', 1, n, $2::bigint - ($3 - n) * 1000, NULL, $2::bigint, 'hash' || n,
         audience, CASE audience WHEN 'price' THEN 2000 ELSE 0 END, CASE audience WHEN 'named' THEN '["plan1"]' ELSE '[]' END::json, '[]', 'now', NULL, '', NULL
    FROM (SELECT n, ($5::text[])[n % 5 + 1] AS audience FROM generate_series(1, $3::bigint) n) n`;
const AUDIENCES = ['all', 'members', 'price', 'all', 'named'];
const KEYS = `
  INSERT INTO rm.post_keys (post_id, key, kind, access_window, sn, published_at)
  SELECT post_id, 'plan1', kind, access_window, sn, published_at FROM rm.posts WHERE audience = 'named'`;
const TEXTS = `
  INSERT INTO content.texts (post_id, text_hash, creator_id, title, content, preview_text, salt)
  SELECT post_id, text_hash, creator_id, '', repeat('words of a post ', 20), 'a preview', 'salt' FROM rm.posts`;
/** Four memberships each, of which the last runs; every second one is of the cheaper plan. */
const GRANTS = `
  INSERT INTO rm.grants (out_trade_no, key, creator_id, user_id, membership, monthly_price, units, given_at, from_at, until_at,
                         ended_at, ended_by, refunded)
  SELECT 'order' || n || '-' || month, 'plan' || n % 2, $1, coalesce(($4::text[])[n], 'member' || n), true,
         1000 + 2000 * (n % 2), 0, $2::bigint + (month - 4) * $3::bigint, $2::bigint + (month - 4) * $3::bigint, $2::bigint + (month - 3) * $3::bigint, NULL, '', false
    FROM generate_series(1, $5::int) n, generate_series(1, 4) month`;

async function stageWith(posts: number, members: number): Promise<Stage> {
  const api = await startTestApi({ projections: false });
  const creator = await api.creator();
  const readers: TestUser[] = [];
  for (let n = 0; n < READERS; n += 1) readers.push(await api.user());
  const now = api.deps.clock.now();
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const id = creator.user_id;
    await client.query(POSTS, [id, now, posts, 'post', AUDIENCES]);
    await client.query(POSTS, [
      CLOSED,
      now,
      CLOSED_POSTS,
      CLOSED,
      ['members', 'price', 'named', 'price', 'named'],
    ]);
    await client.query(KEYS);
    await client.query(TEXTS);
    const ids = readers.map(({ user_id }) => user_id);
    await client.query(GRANTS, [id, now, 30 * DAY_MS, ids, members]);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
  return { posts, api, creator, readers };
}

const anyOf = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** A page of ten posts somewhere in the list, for a member. */
async function listed({ api, creator, readers, posts }: Stage): Promise<number> {
  const publish_sn = 10 + Math.floor(Math.random() * (posts - 10));
  const began = performance.now();
  const of = { user_id: creator.user_id, publish_sn };
  const { list } = await api.data(listPosts, of, anyOf(readers));
  const taken = performance.now() - began;
  if (list.length !== 10) throw new Error(`a list has ${list.length} posts`);
  return taken;
}

/** The right of any member to any post. */
async function asked({ api, posts }: Stage, members: number): Promise<number> {
  const viewer = `member${READERS + 1 + Math.floor(Math.random() * (members - READERS))}` as UserId;
  const post_id = `post${1 + Math.floor(Math.random() * posts)}`;
  const began = performance.now();
  const { rows } = await postById(api.deps.pool, { post_id, viewer, at: api.deps.clock.now() });
  if (rows.length !== 1) throw new Error(`there is no ${post_id}`);
  return performance.now() - began;
}

/** What somebody without any membership can read of posts that are all for members. */
async function nothingReadable({ api, readers }: Stage): Promise<number> {
  const { clock, pool } = api.deps;
  const list = { creator_id: CLOSED, before: 0, most: 11, viewer: anyOf(readers)?.user_id ?? '' };
  const began = performance.now();
  const { rows } = await readablePosts(pool, { ...list, at: clock.now() });
  if (rows.length > 0) throw new Error(`${rows.length} posts can be read`);
  return performance.now() - began;
}

/** p99 of rounds of calls; the middle round. */
async function p99(calls: number, call: () => Promise<number>): Promise<number> {
  const rounds: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const taken: number[] = [];
    for (let nth = 0; nth < calls; nth += 1) taken.push(await call());
    // The first round warms up.
    if (round >= 0) rounds.push(percentile(taken, 0.99));
  }
  return median(rounds);
}

/** Lists of posts with rights, at few posts and at many; the right to one post. */
export const contentBench: Bench = async ({ databaseUrl, quick }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const calls = quick ? CALLS / 10 : CALLS;
  const members = quick ? MEMBERS / 10 : MEMBERS;
  const few = await stageWith(FEW, members);
  try {
    const many = await stageWith(quick ? MANY / 10 : MANY, members);
    try {
      const [of, reference] = [await p99(calls, () => listed(many)), await p99(calls, () => listed(few))];
      const right = await p99(calls, () => asked(many, members));
      const nothing = await p99(calls, () => nothingReadable(many));
      const [posts, people] = [many.posts.toLocaleString('en-US'), members.toLocaleString('en-US')];
      return [
        atMost(AT_MOST, {
          name: `p99 of a list of 10 posts with rights at ${posts} posts`,
          value: of,
          unit: 'ms',
          reference: { name: `the same at ${FEW.toLocaleString('en-US')} posts`, value: reference },
          remark: `the whole call without the network; ${people} members of one creator`,
        }),
        noMoreThan(RIGHT_MS, {
          name: `p99 of the right to one of ${posts} posts, ${people} members`,
          value: right,
          unit: 'ms',
        }),
        noMoreThan(READABLE_MS, {
          name: `p99 of the posts that a fan can read, who can read none of ${CLOSED_POSTS.toLocaleString('en-US')}`,
          value: nothing,
          unit: 'ms',
        }),
      ];
    } finally {
      await many.api.close();
    }
  } finally {
    await few.api.close();
  }
};
