import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { markCreator, unmarkCreator } from '#services/contract/relations/marks.ts';
import { openMarks } from '#services/modules/relations/marks.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { drifted, withCarelessCounts } from '../testing/mark-counts.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { withoutLocks } from '../testing/without-locks.ts';

const api = fixture(startTestApi);
const FANS = 4;
let fans: TestUser[];
let creators: TestUser[];
let servers: Servers;
let unlocked: Servers;
beforeAll(async () => {
  fans = await Promise.all(Array.from({ length: FANS }, () => api.user()));
  creators = [];
  for (let n = 0; n < 4; n += 1) creators.push(await api.creator());
  servers = await startServers(api);
  unlocked = await startServers(api, true, { marks: openMarks(withoutLocks(api.deps.pool)) });
});
afterAll(() => Promise.all([servers.close(), unlocked.close()]));

/** All fans follow and unfollow one creator at both servers at once. */
async function storm(creator: TestUser): Promise<void> {
  const { user_id } = creator;
  const answers = await Promise.all(
    fans.flatMap((fan, n) => [
      servers.call(n, markCreator, { user_id }, fan),
      servers.call(n + 1, unmarkCreator, { user_id }, fan),
      servers.call(n + 1, markCreator, { user_id }, fan),
    ]),
  );
  for (const { ec } of answers) expect(ec).toBe(200);
}

describe('following and unfollowing at once, on two servers', () => {
  it('leaves exact counts', async () => {
    const creator = await api.creator();
    for (let round = 0; round < 10; round += 1) await storm(creator);
    expect(await drifted(api)).toBe(0);
  });

  it('negative control: counts that are read and then written drift', async () => {
    const hasDrifted = await withCarelessCounts(api, () =>
      goesWrong(async () => {
        await storm(await api.creator());
        return (await drifted(api)) > 0;
      }, 8),
    );
    expect(hasDrifted).toBe(true);
  });
});

describe('the last place in a list, taken at two servers', () => {
  async function taken(at: Servers): Promise<number> {
    const fan = await api.user();
    await api.deps.pool.query(
      `INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
       SELECT $1, 'creator', 'filler' || n, $1 FROM generate_series(1, $2::int) n`,
      [fan.user_id, QUOTAS.followed_creators - 1],
    );
    const answers = await Promise.all(
      creators.map(({ user_id }, n) => at.call(n, markCreator, { user_id }, fan)),
    );
    for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    await api.deps.pool.query(`DELETE FROM relations.marks WHERE user_id = $1`, [fan.user_id]);
    return answers.filter(({ ec }) => ec === 200).length;
  }

  it('is taken once', async () => {
    for (let round = 0; round < 4; round += 1) expect(await taken(servers)).toBe(1);
  });

  it('negative control: without the lock of the person more are taken', async () => {
    expect(await goesWrong(async () => (await taken(unlocked)) > 1)).toBe(true);
  });
});

describe('any steps of several people', () => {
  it('leave the lists and counts of a plain model', async () => {
    const author = await certifiedCreator(api);
    const posts = await Promise.all([0, 1, 2].map(() => publish(api, author)));
    const subjects = [
      ...creators.slice(0, 2).map(({ user_id }) => ({
        kind: 'creator' as const,
        subject_id: user_id,
        creator_id: user_id,
      })),
      ...posts.map(({ post_id }) => ({
        kind: 'post' as const,
        subject_id: post_id,
        creator_id: author.user_id,
      })),
    ];
    const step = fc.record({
      fan: fc.nat(FANS - 1),
      subject: fc.nat(subjects.length - 1),
      what: fc.constantFrom('mark', 'mark', 'unmark', 'forget'),
    });
    const stores = [servers.deps(0).marks, servers.deps(1).marks];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        await api.deps.pool.query('DELETE FROM relations.marks');
        const lists = fans.map((): string[] => []);
        for (const [n, { fan: who, subject: which, what }] of steps.entries()) {
          const [fan, subject, store] = [fans[who], subjects[which], stores[n % stores.length]];
          if (!fan || !subject || !store) throw new Error('no such step');
          const { kind, subject_id } = subject;
          if (what === 'mark') await store.mark(fan.user_id, subject);
          else if (what === 'unmark') await store.unmark(fan.user_id, kind, subject_id);
          else await store.forgetPost(subject_id);
          for (const [of, list] of lists.entries()) {
            const isIn = list.includes(subject_id);
            const leaves = what === 'unmark' ? of === who : what === 'forget' && kind === 'post';
            if (leaves && isIn) list.splice(list.indexOf(subject_id), 1);
            if (what === 'mark' && of === who && !isIn) list.unshift(subject_id);
          }
        }
        const [store] = stores;
        for (const [n, { user_id }] of fans.entries()) {
          const all = { before: 0, most: 100 };
          const shown = (await store?.creators(user_id, all))?.map((one) => one.user_id);
          const collected = (await store?.posts(user_id, 0))?.map((one) => one.post_id);
          const kindOf = new Map(subjects.map(({ kind, subject_id }) => [subject_id as string, kind]));
          expect(shown).toEqual(lists[n]?.filter((id) => kindOf.get(id) === 'creator'));
          expect(collected).toEqual(lists[n]?.filter((id) => kindOf.get(id) === 'post'));
        }
        for (const { kind, subject_id } of subjects) {
          const countOf = await store?.counts(kind, [subject_id]);
          expect(countOf?.(subject_id)).toBe(lists.filter((list) => list.includes(subject_id)).length);
        }
        expect(await drifted(api)).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});
