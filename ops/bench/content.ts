import type { UserId } from '#events/ids.ts';
import { postById } from '#read-models/content/queries.ts';
import { readablePosts } from '#read-models/content/readable-posts.ts';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { CLOSED_POSTS, fillPosts } from './live/filled-posts.ts';
import { median, percentile } from './load.ts';
import { atMost, type Bench, noMoreThan } from './row.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const MEMBERS = 100_000;
const ROUNDS = 5;
const CALLS = 400;
const AT_MOST = 1.3;
const RIGHT_MS = 1;
const READABLE_MS = 2;
/** Among the members. */
const READERS = 20;

interface Stage {
  posts: number;
  api: TestApi;
  creator: TestUser;
  /** None of whose posts is for everybody. */
  closed: TestUser;
  readers: readonly TestUser[];
}

async function stageWith(posts: number, members: number): Promise<Stage> {
  const api = await startTestApi({ projections: false });
  const [creator, closed] = [await api.creator(), await api.creator()];
  const readers: TestUser[] = [];
  for (let n = 0; n < READERS; n += 1) readers.push(await api.user());
  await fillPosts(api.databaseUrl, {
    creator: creator.user_id,
    closed: closed.user_id,
    posts,
    members,
    readers: readers.map(({ user_id }) => user_id),
    now: api.deps.clock.now(),
  });
  return { posts, api, creator, closed, readers };
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
async function nothingReadable({ api, closed, readers }: Stage): Promise<number> {
  const { clock, pool } = api.deps;
  const list = { creator_id: closed.user_id, before: 0, most: 11, viewer: anyOf(readers)?.user_id ?? '' };
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
