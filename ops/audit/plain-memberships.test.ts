import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { MembershipEvent } from '#events/memberships.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream } from '#events/stream-names.ts';
import { DAY_MS, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { versionOf } from '#events/upcast.ts';
import { handOverOrder } from '#services/commerce/staff/hand-over-order.ts';
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
import { CREATOR, LI, type Scenario, WANG } from '#services/commerce/testing/scenario.ts';
import { faultsOf, monthsIn } from './plain-memberships.mjs';

const add = monthsIn(DEFAULT_TIME_ZONE);
const TYPES = /^Membership(Started|Extended|Upgraded|Revoked|MovedOut|MovedIn)$/;

const eventsOf = ({ memory }: Scenario, fan = LI) =>
  memory.log
    .filter(({ stream, event }) => stream === membershipStream(CREATOR, fan) && TYPES.test(event.type))
    .map(({ event: { type, data }, metadata: { at } }) => ({ type, made: versionOf(type), at, data }));

const faults = (scenario: Scenario): string[] =>
  [LI, WANG].flatMap((fan) => {
    const events = eventsOf(scenario, fan);
    return events.length === 0 ? [] : [...faultsOf(events, add)];
  });

const PLANS = [BASIC, GOLD, ASIDE, FOREVER] as const;
/** Two accounts of one person. */
const by = fc.constantFrom(LI, LI, WANG);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ buy: fc.constantFrom(...PLANS), months: fc.constantFrom(1, 2, 12), by }),
  },
  { weight: 2, arbitrary: fc.record({ later: fc.constantFrom(...PLANS) }) },
  { weight: 2, arbitrary: fc.record({ refund: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ move: fc.nat(12), to: by }) },
  { weight: 2, arbitrary: fc.record({ independent: fc.boolean(), of: fc.constantFrom(BASIC, GOLD) }) },
  { weight: 4, arbitrary: fc.record({ days: fc.nat(50) }) },
);

/** From the other account. */
const move = (n: number, to: UserId) =>
  handOverOrder({
    out_trade_no: number(n),
    from: to === LI ? WANG : LI,
    to,
    by: 'support-1' as UserId,
    reason: 'registered twice',
    secret: 's',
  });

/** What the deciders refuse is left out. */
function play(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): Scenario {
  const scenario = shop();
  const prices = { [BASIC]: 3000, [GOLD]: 5000 };
  steps.forEach((one, n) => {
    try {
      if ('buy' in one) buy(scenario, n, one.buy, one.months, { user_id: one.by });
      else if ('later' in one) buy(scenario, n, one.later, 1, { begin_at_end: true });
      else if ('refund' in one) scenario.accepts(refund(one.refund));
      else if ('move' in one) scenario.accepts(move(one.move, one.to));
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
        for (const fan of [LI, WANG]) for (const { type } of eventsOf(scenario, fan)) seen.add(type);
        expect(faults(scenario)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(seen.size).toBe(6);
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

  test('of a membership that moved there and back are checked in both accounts', () => {
    const scenario = play([
      { buy: BASIC, months: 1, by: LI },
      { move: 0, to: WANG },
      { buy: BASIC, months: 2, by: WANG },
      { move: 0, to: LI },
      { buy: BASIC, months: 1, by: LI },
    ]);
    expect(eventsOf(scenario).at(-1)).toMatchObject({ type: 'MembershipExtended' });
    expect(faults(scenario)).toEqual([]);
    const shortened = eventsOf(scenario, WANG).map((one) =>
      one.type === 'MembershipExtended' ? { ...one, data: { ...one.data, until: one.at } } : one,
    );
    const before = shortened.filter(({ type }) => type !== 'MembershipMovedOut');
    expect([...faultsOf(before, add)]).toEqual([
      expect.stringMatching(/recorded to 2026-05-15, paid to 2026-08-15$/),
    ]);
  });

  test('negative control: a month that moves an end back is found', () => {
    const scenario = play([
      { buy: GOLD, months: 12, by: LI },
      { days: 20 },
      { buy: GOLD, months: 1, by: LI },
    ]);
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
