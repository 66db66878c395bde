import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deletePost, hidePost, type Post, publishPost, showPost } from '#services/contract/content/posts.ts';
import { castVote } from '#services/contract/content/votes.ts';
import { getRecList } from '#services/contract/relations/feed.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { listed } from '../testing/listing.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { publishVote, voter } from '../testing/voting.ts';

const api = fixture(startTestApi);
const HALF_DAY_MS = 43_200_000;
const scoreAt = (published_at: number | undefined, doublings: number) =>
  Math.round(((published_at ?? 0) + HALF_DAY_MS * doublings) / 1000);
const SECRET = 'for-members-alone';

interface Person extends TestUser {
  paid: boolean;
  /** Whether the account is older than the posts. */
  isOld: boolean;
}
let creators: TestUser[];
let people: Person[];
let posts: Post[];
/** Who shows interest in which post, and by what. */
const interest = new Set<string>();

beforeAll(async () => {
  creators = [await certifiedCreator(api), await certifiedCreator(api)];
  people = [];
  const [seller] = creators;
  if (!seller) throw new Error('no creator');
  const { plan_id } = await savePlan(api, seller, sponsorshipForm);
  for (let n = 0; n < 12; n += 1) {
    const paid = n % 3 === 0;
    const person = { ...(await api.user()), paid, isOld: n % 2 === 0 };
    people.push(person);
    if (paid) await orderCalls(api, person).buy({ plan_id });
  }
  posts = [];
  for (let n = 0; n < 6; n += 1) posts.push(await publish(api, creators[n % 2] ?? seller));
  const old = people.filter(({ isOld }) => isOld).map(({ user_id }) => user_id);
  await api.deps.pool.query('UPDATE accounts.users SET created_at = 0 WHERE id = ANY ($1)', [old]);
  const others = people.filter(({ isOld }) => !isOld).map(({ user_id }) => user_id);
  await api.deps.pool.query('UPDATE accounts.users SET created_at = $2 WHERE id = ANY ($1)', [
    others,
    api.deps.clock.now(),
  ]);
  await listed(api);
});

const KINDS = ['post', 'like', 'comment', 'ballot'] as const;
/** One change by one person, straight into the tables: each may come twice. */
async function change(person: Person, post: Post, kind: (typeof KINDS)[number], on: boolean): Promise<void> {
  const { pool } = api.deps;
  const row = [person.user_id, post.post_id];
  if (kind === 'comment') {
    if (on)
      await pool.query(
        `INSERT INTO content.comments (post_id, creator_id, user_id, thread_sn, content, created_at)
         VALUES ($2, $3, $1, 0, 'x', 0)`,
        [...row, post.user.user_id],
      );
    else await pool.query('DELETE FROM content.comments WHERE user_id = $1 AND post_id = $2', row);
  } else if (kind === 'ballot') {
    await pool.query(
      on
        ? `INSERT INTO rm.ballots (user_id, post_id, options, position) VALUES ($1, $2, '[]', 0) ON CONFLICT DO NOTHING`
        : 'DELETE FROM rm.ballots WHERE user_id = $1 AND post_id = $2',
      row,
    );
    await pool.query(`INSERT INTO relations.due_scores (kind, subject_id) VALUES ('post', $1)`, [
      post.post_id,
    ]);
  } else if (on)
    await pool.query(
      `INSERT INTO relations.marks (user_id, subject_id, kind, creator_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [...row, kind, post.user.user_id],
    );
  else
    await pool.query('DELETE FROM relations.marks WHERE user_id = $1 AND subject_id = $2 AND kind = $3', [
      ...row,
      kind,
    ]);
  const key = `${person.user_id} ${kind} ${post.post_id}`;
  if (on) interest.add(key);
  else interest.delete(key);
}

/** The same by a plain rule: the score of each post, the highest first. */
async function expected(): Promise<[post_id: string, score: number][]> {
  const { rows } = await api.deps.pool.query<{ post_id: string; published_at: number }>(
    'SELECT post_id, published_at FROM rm.posts',
  );
  const times = new Map(rows.map(({ post_id, published_at }) => [post_id, published_at]));
  const scored = posts.map((post, n): [Post, number] => {
    const who = people.filter(({ user_id }) =>
      KINDS.some((kind) => interest.has(`${user_id} ${kind} ${post.post_id}`)),
    );
    const paying = who.filter(({ paid }) => paid).length;
    const others = who.filter(({ paid, isOld }) => !paid && isOld).length;
    const earlier = posts.slice(0, n).filter(({ user }) => user.user_id === post.user.user_id).length;
    const doublings = Math.log2(1 + paying + Math.min(paying, others)) - earlier;
    return [post, scoreAt(times.get(post.post_id), doublings)];
  });
  return scored
    .sort(([one, first], [other, second]) => second - first || other.publish_sn - one.publish_sn)
    .map(([{ post_id }, score]) => [post_id, score]);
}

/** All pages of what is recommended, each post with its score. */
async function recommended(as?: TestUser, per_page = 4): Promise<[post_id: string, score: number][]> {
  const found: [string, number][] = [];
  for (let place = {}; ; ) {
    const { list, has_more, publish_sn_key } = await api.data(getRecList, { ...place, per_page }, as);
    found.push(...list.map(({ post_id, rank }): [string, number] => [post_id, rank]));
    if (!has_more) return found;
    const last = list.at(-1);
    place = { lastRank: last?.rank, publish_sn: last?.publish_sn, publish_sn_key };
  }
}

test('scores follow a plain rule over random changes, and pages are whole', async () => {
  const step = fc.record({
    person: fc.nat(11),
    post: fc.nat(5),
    kind: fc.constantFrom(...KINDS),
    on: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.constantFrom(1, 4, 20),
      async (steps, per_page) => {
        for (const { person, post, kind, on } of steps) {
          const [who, what] = [people[person], posts[post]];
          if (who && what) await change(who, what, kind, on);
        }
        while (await api.deps.listedPosts.rescoreDue());
        const scores = await expected();
        // The first creator has sponsors; the other one's posts are there once somebody who paid shows interest.
        const first = creators[0]?.user_id;
        const isThere = ([post_id]: [string, number]) => {
          const post = posts.find((one) => one.post_id === post_id);
          const paid = people.filter((person) => person.paid);
          return (
            post?.user.user_id === first ||
            paid.some(({ user_id }) => KINDS.some((kind) => interest.has(`${user_id} ${kind} ${post_id}`)))
          );
        };
        expect(await recommended(undefined, per_page)).toEqual(scores.filter(isThere));
      },
    ),
    { numRuns: 25 },
  );
});

test('a storm of accounts that never paid changes nothing alone', async () => {
  const creator = await certifiedCreator(api);
  const { post_id } = await publish(api, creator);
  await listed(api);
  const { pool } = api.deps;
  await pool.query(
    `INSERT INTO accounts.users (id, name, created_at) SELECT 'bot' || n, 'Bot', 0 FROM generate_series(1, 2000) n`,
  );
  await pool.query(
    `INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
     SELECT 'bot' || n, 'like', $1, $2 FROM generate_series(1, 2000) n`,
    [post_id, creator.user_id],
  );
  // The creator and the team do not count, either.
  const helper = people.find(({ paid }) => paid);
  if (!helper) throw new Error('nobody paid');
  await pool.query('INSERT INTO accounts.team_members VALUES ($1, $2, $3, 0)', [
    creator.user_id,
    helper.user_id,
    'Helper',
  ]);
  for (const user_id of [creator.user_id, helper.user_id])
    await pool.query(
      `INSERT INTO relations.marks (user_id, kind, subject_id, creator_id) VALUES ($1, 'like', $2, $3)`,
      [user_id, post_id, creator.user_id],
    );
  await listed(api);
  expect((await recommended()).map(([id]) => id)).not.toContain(post_id);
  await pool.query('DELETE FROM accounts.team_members WHERE creator_id = $1', [creator.user_id]);
  await pool.query(`INSERT INTO relations.due_scores (kind, subject_id) VALUES ('post', $1)`, [post_id]);
  await listed(api);
  const scoreOf = async () => (await recommended()).find(([id]) => id === post_id)?.[1] ?? 0;
  const before = await scoreOf();
  // One person who paid takes one of the bots along.
  const { rows } = await pool.query<{ published_at: number }>(
    'SELECT published_at FROM rm.posts WHERE post_id = $1',
    [post_id],
  );
  expect(before).toBe(scoreAt(rows[0]?.published_at, Math.log2(3)));
  // Banned accounts count no more.
  await pool.query(`UPDATE accounts.users SET status = $1 WHERE id LIKE 'bot%'`, [USER_STATUS.banned]);
  await listed(api);
  expect(await scoreOf()).toBe(scoreAt(rows[0]?.published_at, 1));
});

test('who votes shows interest', async () => {
  const creator = await certifiedCreator(api);
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const fan = await voter(api);
  await orderCalls(api, fan).buy({ plan_id });
  const { post_id } = await publishVote(api, creator);
  const scoreOf = async () => {
    await listed(api);
    return (await recommended()).find(([id]) => id === post_id)?.[1] ?? 0;
  };
  const before = await scoreOf();
  await api.data(castVote, { vote_id: post_id, vote: ['1'] }, fan);
  expect((await scoreOf()) - before).toBe(HALF_DAY_MS / 1_000);
});

test('a changed place is refused, by field', async () => {
  const { list, publish_sn_key } = await api.data(getRecList, { per_page: 1 });
  const [last] = list;
  if (!last) throw new Error('nothing is recommended');
  const place = { lastRank: last.rank, publish_sn: last.publish_sn, publish_sn_key };
  expect((await api.data(getRecList, { ...place, per_page: 1 })).list).toHaveLength(1);
  const changes = [
    { lastRank: last.rank + 1 },
    { publish_sn: last.publish_sn - 1 },
    { publish_sn_key: '' },
    { publish_sn_key: `${publish_sn_key.slice(0, -1)}_` },
    { publish_sn_key: '猫' },
    { lastRank: 0, publish_sn: 0 },
  ];
  for (const change of changes) {
    const { ec, data } = await api.send(getRecList, { ...place, ...change });
    expect([ec, ...(data.errors ?? []).map(({ field }: { field: string }) => field)]).toEqual([
      40000,
      'publish_sn_key',
    ]);
  }
  for (const wrong of [{ lastRank: -1 }, { publish_sn: 'x' }, { lastRank: 1.5 }, { per_page: 21 }])
    expect((await api.send(getRecList, wrong)).ec).toBe(40000);
});

test('posts that are not for everybody, hidden ones, and creators who are not shown or followed are left out', async () => {
  const [creator, reader] = [await certifiedCreator(api), await api.user()];
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  await orderCalls(api, await api.user()).buy({ plan_id });
  const open = await publish(api, creator);
  await publish(api, creator, { audience: 'members', content: SECRET });
  const changed = await publish(api, creator);
  const of = async (as?: TestUser) => {
    await listed(api);
    const found = (await recommended(as, 20)).map(([id]) => id);
    return [open, changed].map(({ post_id }) => found.includes(post_id));
  };
  for (const as of [undefined, reader]) expect(await of(as)).toEqual([true, true]);
  expect(await of(creator)).toEqual([false, false]);
  await api.data(publishPost, { post_id: changed.post_id, content: SECRET, audience: 'members' }, creator);
  expect(await of()).toEqual([true, false]);
  await api.data(hidePost, { post_id: open.post_id }, creator);
  // At once, before the worker has seen it.
  await api.projected();
  expect((await recommended()).map(([id]) => id)).not.toContain(open.post_id);
  await api.data(showPost, { post_id: open.post_id }, creator);
  expect(await of()).toEqual([true, false]);
  const { pool } = api.deps;
  const show = (status: number) =>
    pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [creator.user_id, status]);
  await show(USER_STATUS.hidden);
  expect(await of()).toEqual([false, false]);
  await show(USER_STATUS.shown);
  await pool.query(`INSERT INTO accounts.rights_taken VALUES ($1, 'can_be_recommended', 0)`, [
    creator.user_id,
  ]);
  expect(await of()).toEqual([false, false]);
  await pool.query('DELETE FROM accounts.rights_taken WHERE user_id = $1', [creator.user_id]);
  await api.data(markCreator, { user_id: creator.user_id }, reader);
  expect([await of(reader), await of()]).toEqual([
    [false, false],
    [true, false],
  ]);
  await api.data(deletePost, { post_id: open.post_id }, creator);
  expect(await of()).toEqual([false, false]);
  const { rowCount } = await pool.query('SELECT FROM relations.listed_posts WHERE post_id = $1', [
    open.post_id,
  ]);
  expect(rowCount).toBe(0);
});
