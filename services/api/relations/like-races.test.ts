import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { likePost, unlikePost } from '#services/contract/relations/likes.ts';
import { manySteps } from '../testing/many-steps.ts';
import { drifted, withCarelessCounts } from '../testing/mark-counts.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const FANS = 4;
let fans: TestUser[];
let author: TestUser;
let posts: string[];
let servers: Servers;
beforeAll(async () => {
  fans = await Promise.all(Array.from({ length: FANS }, () => api.user()));
  author = await certifiedCreator(api);
  posts = [];
  for (let n = 0; n < 3; n += 1) posts.push((await publish(api, author)).post_id);
  await api.projected();
  servers = await startServers(api);
});
afterAll(() => servers.close());

/** All fans like and unlike one post at both servers at once. */
async function storm(post_id: string): Promise<void> {
  const answers = await Promise.all(
    fans.flatMap((fan, n) => [
      servers.call(n, likePost, { post_id }, fan),
      servers.call(n + 1, unlikePost, { post_id }, fan),
      servers.call(n + 1, likePost, { post_id }, fan),
    ]),
  );
  for (const { ec } of answers) expect(ec).toBe(200);
}

describe('liking and unliking at once, on two servers', () => {
  it('leaves exact counts', async () => {
    for (let round = 0; round < 8; round += 1) await storm(posts[round % posts.length] ?? '');
    expect(await drifted(api)).toBe(0);
  });

  it('negative control: counts that are read and then written drift', async () => {
    const hasDrifted = await withCarelessCounts(api, () =>
      goesWrong(async () => {
        await storm(posts[0] ?? '');
        return (await drifted(api)) > 0;
      }, 8),
    );
    expect(hasDrifted).toBe(true);
  });
});

const like = (n: number, fan: TestUser, post_id: string, liked: boolean) =>
  servers.deps(n).likes.set({ user_id: fan.user_id, post_id, creator_id: author.user_id, liked });

const likers = async (post_id: string): Promise<string[]> => {
  const { rows } = await api.deps.pool.query<{ user_id: string }>(
    `SELECT user_id FROM relations.marks WHERE kind = 'like' AND subject_id = $1 ORDER BY user_id`,
    [post_id],
  );
  return rows.map(({ user_id }) => user_id);
};

const LONGEST = 60;
const { numRuns, timeout } = manySteps('LIKE_STEPS', { usual: 900, longest: LONGEST });

describe('any steps of several people', () => {
  it(
    'leave the likes and counts of a plain model: those of one person and post at one server keep their order',
    async () => {
      const step = fc.record({
        fan: fc.nat(FANS - 1),
        post: fc.nat(2),
        liked: fc.boolean(),
        waits: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: LONGEST }), async (steps) => {
          await api.deps.pool.query('DELETE FROM relations.marks');
          const model = posts.map(() => new Set<string>());
          let begun: Promise<unknown>[] = [];
          for (const { fan: who, post: which, liked, waits } of steps) {
            const [fan, post_id, likes] = [fans[who], posts[which], model[which]];
            if (!fan || post_id === undefined || !likes) throw new Error('no such step');
            // Each person stays at one server; the servers write at once.
            begun.push(like(who, fan, post_id, liked));
            likes[liked ? 'add' : 'delete'](fan.user_id);
            if (!waits) continue;
            await Promise.all(begun);
            begun = [];
          }
          await Promise.all(begun);
          for (const [n, post_id] of posts.entries()) {
            expect(await likers(post_id)).toEqual([...(model[n] ?? [])].sort());
            expect((await api.deps.marks.counts('like', [post_id]))(post_id)).toBe(model[n]?.size);
          }
          expect(await drifted(api)).toBe(0);
        }),
        { numRuns },
      );
    },
    timeout,
  );

  it('answer how many people like the post', async () => {
    await api.deps.pool.query('DELETE FROM relations.marks');
    const [post_id = ''] = posts;
    for (const [n, fan] of fans.entries()) {
      expect(await like(n, fan, post_id, true)).toBe(n + 1);
      expect(await like(n, fan, post_id, true)).toBe(n + 1);
    }
    for (const [n, fan] of fans.entries()) expect(await like(n, fan, post_id, false)).toBe(FANS - 1 - n);
  });
});
