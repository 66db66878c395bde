import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccessTerms, ContentEvent } from '#events/content.ts';
import { asPlanId, asUserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { readModelDatabase } from '../testing/database.ts';
import { type Step, stepOf } from '../testing/history.ts';
import { keptPostList, keptPosts } from './kept-posts.ts';

const database = fixture(readModelDatabase);

const START = Date.parse('2025-12-31T16:00:00Z');
const MONTH = 30 * DAY_MS;
const MONTHS = [0, 1, 2];
const PRICE = 2_000;

const terms = fc.record({
  to: fc.constantFrom('all', 'members', 'price', 'named', 'self'),
  price: fc.constantFrom(1_999, 2_000, 2_001),
  plans: fc.subarray(['mine', 'other'], { minLength: 1 }),
  window: fc.constantFrom('now', 'period', 'ever'),
  /** Days after the publication. */
  opensAfter: fc.option(fc.integer({ min: 1, max: 50 })),
});
type Draft = typeof terms extends fc.Arbitrary<infer Value> ? Value : never;

const story = fc.record({
  day: fc.integer({ min: 0, max: 89 }),
  first: terms,
  later: fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 40 }),
      what: fc.constantFrom('hidden', 'shown', 'deleted', 'changed', 'changed', 'changed'),
      other: terms,
    }),
    { maxLength: 4 },
  ),
});

interface State {
  at: number;
  terms: AccessTerms;
  phase: 'shown' | 'hidden' | 'deleted';
}

/** Whether members of the plan can read a post in this state at this time: written without a look at the query. */
function isOpen(state: State | undefined, plan_id: string, at: number): boolean {
  if (state?.phase !== 'shown') return false;
  const { audience, public_at } = state.terms;
  if (audience.to === 'self') return false;
  if (audience.to === 'all' || audience.to === 'members') return true;
  if (public_at !== null && public_at <= at) return true;
  if (audience.to === 'price') return audience.min_price <= PRICE;
  return audience.plan_ids.some((one) => one === plan_id);
}

test('kept posts of each month equal the plain model: by the terms and state at its end', async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 8 }), async (stories) => {
    const prefix = database.prefix();
    const creator_id = asUserId(`${prefix}c0`);
    const planOf = (name: string) => asPlanId(`${prefix}${name}`);
    const plan_id = planOf('mine');
    const termsOf = ({ to, price, plans, window, opensAfter }: Draft, published: number): AccessTerms => ({
      audience:
        to === 'price'
          ? { to, min_price: fenOf(price) }
          : to === 'named'
            ? { to, plan_ids: plans.map(planOf), skus: [] }
            : { to },
      window,
      public_at: opensAfter === null ? null : published + opensAfter * DAY_MS,
      goal_id: null,
    });
    const steps: Step[] = [];
    const posts = stories.map(({ day, first, later }, n) => {
      const ids = { post_id: `${prefix}post${n}`, creator_id };
      const published = START + day * DAY_MS;
      const add = (event: ContentEvent, at: number) =>
        steps.push(stepOf(postStream(ids.post_id), creator_id, event, at));
      const begun = termsOf(first, published);
      add({ type: 'PostCreated', data: { ...ids, kind: 'post' } }, published);
      add({ type: 'PostPublished', data: { ...ids, terms: begun, text_hash: 'a' } }, published);
      const states: State[] = [{ at: published, terms: begun, phase: 'shown' }];
      let at = published;
      for (const { days, what, other } of later) {
        const last = states.at(-1);
        if (!last || last.phase === 'deleted') break;
        at += days * DAY_MS;
        if (what === 'changed') {
          const changed = termsOf(other, published);
          add({ type: 'PostTermsChanged', data: { ...ids, terms: changed } }, at);
          states.push({ ...last, at, terms: changed });
        } else if (what !== last.phase) {
          const types = { hidden: 'PostHidden', shown: 'PostShown', deleted: 'PostDeleted' } as const;
          add({ type: types[what], data: ids }, at);
          states.push({ ...last, at, phase: what });
        }
      }
      return { ...ids, published, states };
    });
    await database.happened(
      steps.sort((one, other) => one.event.metadata.at - other.event.metadata.at),
      5,
    );
    const starts = MONTHS.map((month) => START + month * MONTH);
    const ends = starts.map((start) => start + MONTH);
    const of = { creator_id, plan_id, price: PRICE, starts, ends };
    const { rows } = await keptPosts(database.pool, of);
    const counted = new Map(rows.map(({ start_at, count }) => [start_at, count]));
    for (const start of starts) {
      const end = start + MONTH;
      const kept = posts.filter(({ published, states }) => {
        if (published < start || published >= end) return false;
        const open = isOpen(
          states.findLast(({ at }) => at < end),
          plan_id,
          end - 1,
        );
        seen.add(`${open} ${isOpen(states.at(-1), plan_id, end - 1)}`);
        return open;
      });
      expect([start, counted.get(start) ?? 0]).toEqual([start, kept.length]);
      const list = { ...of, starts: [start], ends: [end], most: 50 };
      const listed = (await keptPostList(database.pool, list)).rows.map(({ post_id }) => post_id);
      expect(listed.toSorted()).toEqual(kept.map(({ post_id }) => post_id).toSorted());
    }
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  // Also posts that were changed after the month.
  expect([...seen].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
}, 60_000);
