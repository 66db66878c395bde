import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import { accept, type Committer } from '../engine/command.ts';
import {
  CREATOR,
  given,
  offered,
  onSale,
  PLAN,
  planStatus,
  STRANGER,
  sponsorship,
} from '../testing/scenario.ts';
import { testCommitters } from '../testing/test-committers.ts';
import { planKind } from './plan.ts';
import { orderPlans } from './rank-plan.ts';

const named = (at: number) => `tier-${at}` as PlanId;
const ranked = (ranks: readonly number[]) =>
  ranks.flatMap((rank, at) => offered(named(at), { ...sponsorship, rank }));
const order = (plan_ids: readonly PlanId[], creator_id = CREATOR) => orderPlans({ creator_id, plan_ids });

test('plans are in the given order; others after all of them stay there; a repetition writes nothing', () => {
  const some = fc.array(fc.integer({ min: 0, max: 999_900 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.nat()), fc.nat(), (ranks, keys, cut) => {
      const { accepts, memory } = given(ranked(ranks));
      const ids = ranks.map((_, at) => named(at));
      const key = new Map(ids.map((id) => [id, keys.next().value ?? 0]));
      const chosen = ids
        .toSorted((a, b) => (key.get(a) ?? 0) - (key.get(b) ?? 0))
        .slice(0, 1 + (cut % ids.length));
      const { events, result } = accepts(order(chosen));
      const rankOf = (id: PlanId) => {
        const plan = memory.stateOf(planKind, planStream(id));
        return plan.phase === 'offered' ? plan.offer.rank : -1;
      };
      expect(result).toEqual(chosen.map((plan_id) => ({ plan_id, rank: rankOf(plan_id) })));
      expect(chosen.toSorted((a, b) => rankOf(b) - rankOf(a))).toEqual(chosen);
      expect(new Set(chosen.map(rankOf)).size).toBe(chosen.length);
      const least = Math.min(...chosen.map((id) => ranks[ids.indexOf(id)] ?? 0));
      for (const id of ids.filter((one) => !chosen.includes(one))) {
        const before = ranks[ids.indexOf(id)] ?? 0;
        expect(rankOf(id)).toBe(before);
        // Plans in this order already keep their ranks, and every other plan its place.
        if (events.length > 0 && before <= least) {
          expect(before).toBeLessThan(Math.min(...chosen.map(rankOf)));
        }
      }
      expect(accepts(order(chosen)).events).toEqual([]);
    }),
  );
});

test('another’s plan, a missing and a deleted one refuse the whole order', () => {
  const foreign = offered(named(2), sponsorship, [], { creator_id: STRANGER });
  const { refuses } = given(ranked([1, 2]), foreign, onSale(sponsorship), planStatus(PLAN_STATUS.deleted));
  expect(refuses(order([named(1), named(2)]))).toEqual({ code: 'not_found' });
  expect(refuses(order([named(1), named(9)]))).toEqual({ code: 'not_found' });
  expect(refuses(order([named(1), named(0)], STRANGER))).toEqual({ code: 'not_found' });
  expect(refuses(order([named(0), PLAN]))).toEqual({ code: 'plan_deleted' });
});

describe('two orders at once on two committers', () => {
  const on = testCommitters();
  const MAX_RACES = 20;
  let races = 0;

  /** The plans as people see them after both, and what was asked. */
  async function race(through: EventLog) {
    races += 1;
    const ids = Array.from({ length: 6 }, (_, at) => `race${races}-${at}` as PlanId);
    const two = [on.start({ log: through }), on.start({ log: through })] as const;
    await two[0].submit({
      name: 'offer',
      actor: 'process:test',
      streams: ids.map(planStream),
      decide: () =>
        accept(
          ids.flatMap((id, at) => offered(id, { ...sponsorship, rank: 6 - at })),
          null,
        ),
    });
    const seen = (committer: Committer) =>
      committer.read(ids.map(planStream), (states) =>
        ids.toSorted((a, b) => {
          const [one, other] = [a, b].map((id) => states.get(planKind, planStream(id)));
          return one?.phase === 'offered' && other?.phase === 'offered'
            ? other.offer.rank - one.offer.rank
            : 0;
        }),
      );
    for (const committer of two) await seen(committer);
    // Each changes ranks that the other leaves.
    const wishes = [
      [5, 0, 1, 2, 4, 3],
      [2, 1, 0, 5, 3, 4],
    ].map((places) => places.map((at) => ids[at] as PlanId));
    await Promise.all(two.map((committer, n) => committer.submit(order(wishes[n] ?? []))));
    const fresh = on.start();
    const result = await seen(fresh);
    return wishes.some((wish) => wish.join() === result.join());
  }

  test('one of them is the order, whole', async () => {
    let conflicts = 0;
    for (let n = 0; n < MAX_RACES && conflicts === 0; n += 1) {
      const before = on.started.length;
      expect(await race(on.log)).toBe(true);
      conflicts = Math.max(...on.started.slice(before).map((committer) => committer.counts().conflicts));
    }
    expect(conflicts).toBeGreaterThan(0);
  });

  test('negative control: without expected versions they mix', async () => {
    const careless: EventLog = {
      ...on.log,
      append: (writes) => on.log.append(writes.map((write) => ({ ...write, expected: 'any' as const }))),
    };
    let whole = true;
    for (let n = 0; n < MAX_RACES && whole; n += 1) whole = await race(careless);
    expect(whole).toBe(false);
  });
});
