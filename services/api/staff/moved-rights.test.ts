import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asUserId, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { membershipStream, postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addDays, DAY_MS, HOUR_MS, type Millis, nextMonth } from '#events/time.ts';
import { accessAt } from '#read-models/content/access.ts';
import { membershipsOf } from '#read-models/memberships/queries.ts';
import { explainStat, type MonthStat } from '#read-models/orders/explain.ts';
import { sponsorMonths } from '#read-models/stats/sponsor-months/queries.ts';
import { readModelDatabase, shanghai } from '#read-models/testing/database.ts';
import { liveMemberships, membershipKind } from '#services/commerce/memberships/membership.ts';
import { renewMembership } from '#services/commerce/orders/renew-membership.ts';
import { handOverOrder } from '#services/commerce/staff/hand-over-order.ts';
import { order, payment, refund, totalOf } from '#services/commerce/testing/orders.ts';
import { PlainMoves } from '#services/commerce/testing/plain-moves.ts';
import { given, offered, sponsorship } from '#services/commerce/testing/scenario.ts';
import { MAX_HANDOVERS } from '#services/contract/orders/handover.ts';

const database = fixture(readModelDatabase);

/** The first two exclude each other, so the second is an upgrade; the third goes with both. */
const PRICES = { basic: 3_000, gold: 5_000, aside: 1_000 } as const;
const PLANS = ['basic', 'gold', 'aside'] as const;
const FANS = ['a', 'b', 'c'] as const;
const groupOf = (plan: string): string => (plan.endsWith('aside') ? 'aside' : 'main');
const priceOf = (plan: string): number => PRICES[PLANS.find((name) => plan.endsWith(name)) ?? 'basic'];

const nth = fc.nat(11);
const fan = fc.constantFrom(...FANS);
const plan = fc.constantFrom(...PLANS);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('buy'), fan, plan, agrees: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('move'),
      nth,
      from: fan,
      to: fan,
      right: fc.integer({ min: 0, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('refund'), nth }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('renew'), fan, plan, paid: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('pass'), days: fc.nat(25) }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** So that each run has some moves, with a renewal and a refund after them. */
const MOVED_TWICE: Step[] = [
  { what: 'buy', fan: 'a', plan: 'basic', agrees: true },
  { what: 'renew', fan: 'a', plan: 'basic', paid: true },
  { what: 'move', nth: 0, from: 'a', to: 'b', right: 1 },
  { what: 'buy', fan: 'b', plan: 'basic', agrees: true },
  { what: 'move', nth: 2, from: 'b', to: 'c', right: 1 },
  { what: 'refund', nth: 1 },
  { what: 'pass', days: 25 },
];

/** An upgrade before a move and one after it, both refunded; months stay exact. */
const UPGRADED: Step[] = [
  { what: 'buy', fan: 'a', plan: 'basic', agrees: false },
  { what: 'buy', fan: 'a', plan: 'gold', agrees: true },
  { what: 'move', nth: 1, from: 'a', to: 'b', right: 1 },
  { what: 'pass', days: 3 },
  { what: 'refund', nth: 1 },
  { what: 'buy', fan: 'b', plan: 'gold', agrees: true },
  { what: 'pass', days: 3 },
  { what: 'refund', nth: 2 },
  { what: 'pass', days: 20 },
];

interface Moment {
  at: Millis;
  /** Plans of each fan: `fan plan`. */
  members: Set<string>;
}

interface History {
  moments: Moment[];
  /** Times that a membership moved. */
  moved: number;
  /** `keepsMonths` was true for every refund. */
  hasExactMonths: boolean;
}

/** Who must read what, after each step; writes the deciders' events to the log. */
async function happened(run: string, steps: readonly Step[]): Promise<History> {
  const creator_id = asUserId(`${run}creator`);
  const planOf = (name: string) => asPlanId(`${run}${name}`);
  const fanOf = (name: string) => asUserId(`${run}${name}`);
  const scenario = given(
    ...PLANS.map((name) => {
      const offer = { ...sponsorship, name, price: fenOf(PRICES[name]), can_ali_agreement: true };
      return offered(planOf(name), { ...offer, independent: name === 'aside' }, [], { creator_id });
    }),
  );
  const { memory } = scenario;
  const plain = new PlainMoves(groupOf, priceOf);
  const numbers: string[] = [];
  const moments: Moment[] = [];
  let hasExactMonths = true;
  const numberOf = (n: number): OutTradeNo | undefined =>
    numbers.length === 0 ? undefined : asOutTradeNo(numbers[n % numbers.length] ?? '');
  const pay = (out_trade_no: OutTradeNo) => {
    scenario.accepts(payment(totalOf(scenario, out_trade_no), out_trade_no));
  };
  memory.given(
    PLANS.flatMap((name) => {
      const post = { post_id: `${run}${name}`, creator_id };
      const audience = { to: 'named' as const, plan_ids: [planOf(name)], skus: [] };
      const terms = { audience, window: 'now' as const, public_at: null, goal_id: null };
      const events: DomainEvent[] = [
        { type: 'PostCreated', data: { ...post, kind: 'post' } },
        { type: 'PostPublished', data: { ...post, terms, text_hash: 'x' } },
      ];
      return events.map((event) => ({ stream: postStream(post.post_id), creator_id, event }));
    }),
  );

  for (const one of steps) {
    memory.now += 1_000;
    switch (one.what) {
      case 'pass':
        memory.now += one.days * DAY_MS;
        break;
      case 'buy': {
        const [user_id, plan_id] = [fanOf(one.fan), planOf(one.plan)];
        if (plain.isExcluded(user_id, plan_id, memory.now)) break;
        const out_trade_no = asOutTradeNo(`${run}n${numbers.length}`);
        const key = `${plan_id} ${user_id}`;
        const agrees = one.agrees && !plain.agreements.has(key);
        const terms = agrees ? { agreement_amount: fenOf(PRICES[one.plan]) } : {};
        scenario.accepts(order({ out_trade_no, user_id, plan_id, lines: [], month: 1, ...terms }));
        pay(out_trade_no);
        plain.pay(user_id, plan_id, out_trade_no, memory.now);
        if (agrees) plain.agreements.set(key, '');
        numbers.push(out_trade_no);
        break;
      }
      case 'move': {
        const out_trade_no = numberOf(one.nth);
        if (out_trade_no === undefined) break;
        const from = one.right > 0 ? asUserId(plain.orders.get(out_trade_no)?.owner ?? '') : fanOf(one.from);
        const input = {
          out_trade_no,
          from,
          to: fanOf(one.to),
          by: asUserId(`${run}desk`),
          reason: 'one person',
        };
        const decision = memory.decide(handOverOrder({ ...input, secret: '' }));
        const expected = plain.move(out_trade_no, from, input.to, memory.now, MAX_HANDOVERS);
        expect([one, decision.accepted]).toEqual([one, expected]);
        break;
      }
      case 'refund': {
        const out_trade_no = numberOf(one.nth);
        if (out_trade_no === undefined || plain.orders.get(out_trade_no)?.refunded) break;
        const keepsMonths = plain.keepsMonths(out_trade_no);
        const decision = memory.decide(
          refund({ out_trade_no, by: { kind: 'creator', user_id: creator_id } }),
        );
        expect([one, decision.accepted]).toEqual([one, plain.refund(out_trade_no)]);
        if (decision.accepted && !keepsMonths) hasExactMonths = false;
        break;
      }
      case 'renew': {
        const [user_id, plan_id] = [fanOf(one.fan), planOf(one.plan)];
        const key = `${plan_id} ${user_id}`;
        const until = plain.until(user_id, plan_id, memory.now);
        const open = plain.agreements.get(key);
        if (open === undefined || until === undefined) {
          // Nobody is charged without an agreement of this account.
          if (open === undefined)
            expect(scenario.accepts(renewMembership({ user_id, plan_id })).events).toEqual([]);
          break;
        }
        memory.now = Math.max(memory.now, until - HOUR_MS);
        const { result } = scenario.accepts(renewMembership({ user_id, plan_id }));
        if (result.next !== 'charge') throw new Error('there is no renewal');
        const { out_trade_no } = result.order;
        expect(result.order.user_id).toBe(user_id);
        plain.agreements.set(key, out_trade_no);
        if (!one.paid) break;
        pay(out_trade_no);
        plain.pay(user_id, plan_id, out_trade_no, memory.now);
        plain.agreements.set(key, '');
        numbers.push(out_trade_no);
        break;
      }
    }
    const members = FANS.flatMap((name) =>
      plain.open(fanOf(name), memory.now).map((open) => `${fanOf(name)} ${open.plan}`),
    );
    for (const name of FANS) {
      const state = memory.stateOf(membershipKind, membershipStream(creator_id, fanOf(name)));
      const live = liveMemberships(state, memory.now).map(({ plan_id, until }) => [plan_id, until]);
      const expected = plain.open(fanOf(name), memory.now);
      expect(live.toSorted()).toEqual(expected.map((open) => [open.plan, open.until]).toSorted());
    }
    moments.push({ at: memory.now, members: new Set(members) });
  }
  await database.happened(
    memory.log.map(({ stream, event, id, metadata }) => ({ stream, event: { ...event, id, metadata } })),
    7,
  );
  const moved = memory.log.filter(({ event }) => event.type === 'MembershipMovedIn').length;
  return { moments, moved, hasExactMonths };
}

/** The sponsors of each month, and the orders behind them, add up to the same. */
async function monthsEqual(creator_id: string, at: Millis): Promise<void> {
  const to = shanghai.dayOf(at);
  const { months } = await sponsorMonths(database.pool, { creator_id, from: '2026-05', to });
  for (const { month, sponsors, lost, recurring } of months) {
    const last = addDays(`${nextMonth(month)}-01`, -1);
    const scope = {
      creator_id,
      from: `${month}-01`,
      to: to.startsWith(month) ? to : last,
      limit: 1,
      offset: 0,
    };
    const value = async (figure: MonthStat) => (await explainStat(database.pool, figure, scope)).value;
    expect({
      sponsors: await value('month_sponsors'),
      lost: await value('month_lost'),
      recurring: await value('recurring'),
    }).toEqual({ sponsors, lost, recurring });
  }
}

test('any buys, moves, refunds and renewals: rights of any moment equal plain lists, live and rebuilt', async () => {
  const seen = { moved: 0, members: 0, exact: 0 };
  const steps = fc.array(step, { minLength: 6, maxLength: 18 });
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      const run = database.prefix();
      const { moments, moved, hasExactMonths } = await happened(run, some);
      if (hasExactMonths) {
        await monthsEqual(`${run}creator`, moments.at(-1)?.at ?? 0);
        seen.exact += 1;
      }
      seen.moved += moved;
      for (const { at, members } of moments) {
        for (const name of FANS) {
          const viewer = `${run}${name}`;
          const { rows } = await membershipsOf(database.pool, { user_id: viewer, at });
          const plans = rows.map(({ plan_id }) => `${viewer} ${plan_id}`);
          expect(plans.toSorted()).toEqual(
            [...members].filter((one) => one.startsWith(`${viewer} `)).toSorted(),
          );
          for (const post_id of PLANS.map((of) => `${run}${of}`)) {
            const { rows: found } = await accessAt(database.pool, { post_id, viewer, at });
            expect([at, viewer, post_id, found[0]?.has_right]).toEqual([
              at,
              viewer,
              post_id,
              members.has(`${viewer} ${post_id}`),
            ]);
          }
        }
      }
      seen.members += moments.reduce((sum, { members }) => sum + members.size, 0);
    }),
    { numRuns: 15, endOnFailure: true, examples: [[MOVED_TWICE], [UPGRADED]] },
  );
  expect(seen.moved).toBeGreaterThan(1);
  expect(seen.members).toBeGreaterThan(3);
  expect(seen.exact).toBeGreaterThan(1);
  await database.rebuildsEqual();
});
