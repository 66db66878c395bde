import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentEvent } from '#events/content.ts';
import { asPlanId, asUserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { ALBUM_STATUS } from '#events/status.ts';
import { albumStream, postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../testing/database.ts';
import { type Step, stepOf } from '../testing/history.ts';
import { accessAt } from './access.ts';
import { posts } from './projection.ts';
import { postById } from './queries.ts';

const database = fixture(readModelDatabase);

const START = Date.parse('2025-12-31T16:00:00Z');
const POSTS = [0, 1, 2];
const PLANS = [0, 1];

/** What happens to one of two albums on a day; what is not possible then is left out. */
const happening = fc.record({
  album: fc.nat(1),
  hours: fc.integer({ min: 0, max: 30 }),
  what: fc.constantFrom('add', 'add', 'remove', 'terms', 'terms', 'hide', 'show', 'delete'),
  post: fc.nat(POSTS.length - 1),
  plans: fc.subarray(PLANS),
});

interface Shelf {
  posts: ReadonlySet<number>;
  plans: readonly number[];
  shown: boolean;
}
const EMPTY: Shelf = { posts: new Set(), plans: [], shown: true };

test('what albums open as of any moment follows from the albums of then', async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(happening, { minLength: 4, maxLength: 24 }),
    fc.constantFrom(1, 3, 100),
    async (all, batch) => {
      const prefix = database.prefix();
      const creator_id = asUserId(`${prefix}c0`);
      const [viewer, plan] = [`${prefix}fan`, (n: number) => asPlanId(`${prefix}plan${n}`)];
      const post = (n: number) => ({ post_id: `${prefix}post${n}`, creator_id });
      const album = (n: number) => ({ album_id: `${prefix}album${n}`, creator_id });
      const steps: Step[] = [];
      const add = (stream: string, event: ContentEvent, at: number) =>
        steps.push(stepOf(stream, creator_id, event, at));
      // Only an album opens these.
      const audience = { to: 'price', min_price: fenOf(10_000_000) } as const;
      const terms = { audience, window: 'now', public_at: null, goal_id: null } as const;
      for (const n of POSTS) {
        const stream = postStream(post(n).post_id);
        add(stream, { type: 'PostCreated', data: { ...post(n), kind: 'post' } }, START);
        add(stream, { type: 'PostPublished', data: { ...post(n), terms, text_hash: 'a' } }, START);
      }
      const shelves: (Shelf | undefined)[] = [EMPTY, EMPTY];
      for (const n of [0, 1]) {
        const created = { ...album(n), status: ALBUM_STATUS.normal, terms: { plan_ids: [], skus: [] } };
        add(albumStream(album(n).album_id), { type: 'AlbumCreated', data: created }, START);
      }
      const past = [{ at: START, shelves: [...shelves] }];
      let at = START;
      for (const { album: n, hours, what, post: of, plans } of all) {
        const shelf = shelves[n];
        if (!shelf) continue;
        at += hours * 3_600_000;
        const stream = albumStream(album(n).album_id);
        const none = { added: [], moved: [], removed: [] };
        const { post_id } = post(of);
        if (what === 'add' && !shelf.posts.has(of)) {
          const data = { ...album(n), ...none, added: [{ post_id, rank: at }] };
          add(stream, { type: 'AlbumPostsChanged', data }, at);
          shelves[n] = { ...shelf, posts: new Set([...shelf.posts, of]) };
        } else if (what === 'remove' && shelf.posts.has(of)) {
          add(stream, { type: 'AlbumPostsChanged', data: { ...album(n), ...none, removed: [post_id] } }, at);
          shelves[n] = { ...shelf, posts: new Set([...shelf.posts].filter((one) => one !== of)) };
        } else if (what === 'terms') {
          const data = { ...album(n), terms: { plan_ids: plans.map(plan), skus: [] } };
          add(stream, { type: 'AlbumTermsChanged', data }, at);
          shelves[n] = { ...shelf, plans };
        } else if (what === 'hide' || what === 'show') {
          const shown = what === 'show';
          const status = ALBUM_STATUS[shown ? 'normal' : 'hidden'];
          add(stream, { type: 'AlbumStatusChanged', data: { ...album(n), status } }, at);
          shelves[n] = { ...shelf, shown };
        } else if (what === 'delete') {
          add(stream, { type: 'AlbumDeleted', data: album(n) }, at);
          shelves[n] = undefined;
        }
        past.push({ at, shelves: [...shelves] });
      }
      await database.happened(steps, batch);
      await database.pool.query(
        `INSERT INTO rm.grants (out_trade_no, key, creator_id, user_id, membership, monthly_price, units, given_at,
                                from_at, until_at, ended_at, ended_by, refunded)
         VALUES ($1, $2, $3, $4, true, 1000, 0, $5, $5, NULL, NULL, '', false)`,
        [`${prefix}order`, plan(0), creator_id, viewer, START],
      );
      for (const time of new Set(past.flatMap((one) => [one.at, one.at + 1_800_000]))) {
        const then = past.findLast((one) => one.at <= time)?.shelves ?? [];
        for (const n of POSTS) {
          const open = then.some((shelf) => shelf?.shown && shelf.posts.has(n) && shelf.plans.includes(0));
          const { rows } = await accessAt(database.pool, { ...post(n), viewer, at: time });
          expect([n, time - START, rows[0]?.has_right]).toEqual([n, time - START, open]);
          expect(rows[0]?.grants.map((grant) => grant.included && grant.counts)).toEqual([open]);
          const [present] = (await postById(database.pool, { ...post(n), viewer, at: time })).rows;
          seen.add(`${open} ${present?.has_right}`);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  // Also what is closed now was open, and the other way round.
  expect([...seen].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
  await database.rebuildsEqual([posts]);
}, 120_000);
