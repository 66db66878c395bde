import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import type { MembershipEvent } from '#events/memberships.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream } from '#events/stream-names.ts';
import { DAY_MS, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { versionOf } from '#events/upcast.ts';
import {
  ASIDE,
  at,
  BASIC,
  buy,
  FOREVER,
  GOLD,
  number,
  refund,
  revised,
  shop,
  state,
} from '#services/commerce/testing/membership-shop.ts';
import { CREATOR, LI, type Scenario } from '#services/commerce/testing/scenario.ts';
import { faultsOf, monthsIn } from './plain-memberships.mjs';

const add = monthsIn(DEFAULT_TIME_ZONE);
const TYPES = /^Membership(Started|Extended|Upgraded|Revoked)$/;

const eventsOf = ({ memory }: Scenario) =>
  memory.log
    .filter(({ event }) => TYPES.test(event.type))
    .map(({ event: { type, data }, metadata: { at } }) => ({ type, made: versionOf(type), at, data }));

const faults = (scenario: Scenario): string[] => {
  const events = eventsOf(scenario);
  return events.length === 0 ? [] : [...faultsOf(events, add)];
};

const PLANS = [BASIC, GOLD, ASIDE, FOREVER] as const;
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ buy: fc.constantFrom(...PLANS), months: fc.constantFrom(1, 2, 12) }) },
  { weight: 2, arbitrary: fc.record({ later: fc.constantFrom(...PLANS) }) },
  { weight: 2, arbitrary: fc.record({ refund: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ independent: fc.boolean(), of: fc.constantFrom(BASIC, GOLD) }) },
  { weight: 4, arbitrary: fc.record({ days: fc.nat(50) }) },
);

/** What the deciders refuse is left out. */
function play(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): Scenario {
  const scenario = shop();
  const prices = { [BASIC]: 3000, [GOLD]: 5000 };
  steps.forEach((one, n) => {
    try {
      if ('buy' in one) buy(scenario, n, one.buy, one.months);
      else if ('later' in one) buy(scenario, n, one.later, 1, { begin_at_end: true });
      else if ('refund' in one) scenario.accepts(refund(one.refund));
      else if ('days' in one) scenario.memory.now += one.days * DAY_MS;
      else {
        const price = prices[one.of] as never;
        scenario.memory.given(revised(one.of, { price, independent: one.independent }));
      }
    } catch {}
  });
  return scenario;
}

describe('ends of memberships', () => {
  test('are what the payments give, for any history of the deciders', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const scenario = play(steps);
        for (const { type } of eventsOf(scenario)) seen.add(type);
        expect(faults(scenario)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(seen.size).toBe(4);
  });

  test('that an older program moved back are right after a further order, and no longer named', () => {
    const times = (from: string, until: string, months: number) => ({
      from: at(from),
      until: at(until),
      months,
      paid: fenOf(100),
      run_id: null,
      creator_id: CREATOR,
      user_id: LI,
      plan_name: 'Plan',
      monthly_price: fenOf(100),
    });
    const [one, two, three, four] = [1, 2, 3, 4].map((n) => number(100 + n)) as [OutTradeNo, ...OutTradeNo[]];
    const basic = { plan_id: BASIC, independent: false };
    const year = { plan_id: GOLD, independent: false, ...times('2026-04-21', '2027-04-21', 12) };
    const upgrade = { ...basic, ...times('2026-04-22', '2027-04-21', 0), from_plan: GOLD };
    const events: MembershipEvent[] = [
      {
        type: 'MembershipStarted',
        data: { ...basic, ...times('2026-04-20', '2026-05-20', 1), independent: true, out_trade_no: one },
      },
      { type: 'MembershipStarted', data: { ...year, out_trade_no: two as OutTradeNo } },
      { type: 'MembershipUpgraded', data: { ...upgrade, out_trade_no: three as OutTradeNo } },
      {
        type: 'MembershipExtended',
        data: { ...basic, ...times('2026-05-20', '2026-06-20', 1), out_trade_no: four as OutTradeNo },
      },
    ];
    const scenario = shop();
    const stream = membershipStream(CREATOR, LI);
    const days = ['2026-04-20', '2026-04-21', '2026-04-22', '2026-04-30'];
    scenario.memory.given(
      events.map((event, n) => ({ stream, creator_id: CREATOR, event, at: at(days[n] ?? '') })),
    );
    expect(faults(scenario)).toEqual([expect.stringMatching(/recorded to 2026-06-20, paid to 2027-05-21$/)]);
    buy(scenario, 1, BASIC);
    expect(faults(scenario)).toEqual([]);
    expect(state(scenario).runs.at(-1)?.grants.at(-1)?.until).toBe(at('2027-06-21'));
  });

  test('negative control: a month that moves an end back is found', () => {
    const scenario = play([{ buy: GOLD, months: 12 }, { days: 20 }, { buy: GOLD, months: 1 }]);
    expect(faults(scenario)).toEqual([]);
    const events = eventsOf(scenario).map((one) =>
      one.type === 'MembershipExtended'
        ? { ...one, data: { ...one.data, until: one.at + 30 * DAY_MS } }
        : one,
    );
    expect([...faultsOf(events, add)]).toEqual([
      expect.stringMatching(/^membership of user-li with .* recorded to 2026-07-04, paid to 2027-06-15$/),
    ]);
  });
});
