import { describe, expect, it } from 'vitest';
import type { PlanId } from '#events/ids.ts';
import type { MembershipEvent, MembershipGrant } from '#events/memberships.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream, orderStream, redeemStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import type { Decided } from '../engine/command.ts';
import { placeOrder } from '../orders/place-order.ts';
import {
  ASIDE,
  at,
  BASIC,
  buy,
  GOLD,
  live,
  number,
  pay,
  place,
  refund,
  shop,
  state,
} from '../testing/membership-shop.ts';
import { order } from '../testing/orders.ts';
import { buying, CREATOR, decided, LI, NOON } from '../testing/scenario.ts';
import { isMemberOf, mainMembership } from './membership.ts';

describe('a plan that begins when the present one ends', () => {
  const later = { begin_at_end: true };

  it('is paid now, begins then, and is extended; the present one is not', () => {
    const scenario = shop();
    buy(scenario, 1, GOLD, 2);
    const placed = buy(scenario, 2, BASIC, 1, later);
    expect(placed).toMatchObject({ total_amount: 3000, upgrade: null, membership: { after: GOLD } });
    expect(live(scenario)).toEqual([[GOLD, '2026-07-15T04:00:00.000Z']]);
    const follows = { code: 'bad_input', errors: [{ field: 'plan_id', message: { key: 'plan_follows' } }] };
    const more = buying({ out_trade_no: number(3), plan_id: GOLD, lines: [], month: 1 });
    expect(scenario.refuses(placeOrder(more))).toEqual(follows);
    buy(scenario, 4, BASIC);
    scenario.memory.now = at('2026-07-15');
    expect(live(scenario)).toEqual([[BASIC, '2026-09-15T04:00:00.000Z']]);
    expect(isMemberOf(state(scenario), GOLD, scenario.memory.now, false)).toBe(false);
  });

  it('without the choice is refused, and is nobody’s membership before it begins', () => {
    const scenario = shop();
    buy(scenario, 1, GOLD);
    const now = buying({ out_trade_no: number(2), plan_id: BASIC, lines: [], month: 1 });
    expect(scenario.refuses(placeOrder(now))).toEqual({ code: 'downgrade_unsupported' });
    buy(scenario, 3, BASIC, 1, later);
    expect(isMemberOf(state(scenario), BASIC, scenario.memory.now, true)).toBe(false);
  });

  it('begins at the end of that time: the present one may be extended, upgraded or over before the payment', () => {
    const scenario = shop();
    buy(scenario, 1, GOLD);
    place(scenario, 2, BASIC, 1, later);
    buy(scenario, 3, GOLD);
    pay(scenario, 2);
    expect(state(scenario).runs[1]?.begin).toBe(at('2026-07-15'));
    const other = shop();
    buy(other, 1, GOLD);
    other.memory.now = at('2026-06-15') - 60_000;
    place(other, 2, BASIC, 1, later);
    other.memory.now = at('2026-06-15');
    pay(other, 2);
    expect(live(other)).toEqual([[BASIC, '2026-07-15T04:00:00.000Z']]);
  });

  it('begins earlier if the present one is refunded, and is refunded by itself', () => {
    const scenario = shop();
    buy(scenario, 1, GOLD, 2);
    buy(scenario, 2, BASIC, 1, later);
    scenario.memory.now = at('2026-05-20');
    scenario.accepts(refund(1));
    expect(live(scenario)).toEqual([[BASIC, '2026-06-20T04:00:00.000Z']]);
    scenario.accepts(refund(2));
    expect(live(scenario)).toEqual([]);
  });
});

describe('a refund of everything', () => {
  it('ends what the order gave', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.accepts(refund(1));
    expect(live(scenario)).toEqual([]);
    expect(isMemberOf(state(scenario), BASIC, NOON, true)).toBe(false);
  });

  it('moves up later grants', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.memory.now += 10 * DAY_MS;
    buy(scenario, 2, BASIC);
    scenario.accepts(refund(1));
    // Paid on 25 May, for a month.
    expect(live(scenario)).toEqual([[BASIC, '2026-06-25T04:00:00.000Z']]);
  });

  it('of an upgrade restores the former plan; an upgraded one has to wait', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 2);
    buy(scenario, 2, GOLD);
    expect(scenario.refuses(refund(1))).toEqual({ code: 'state_does_not_allow' });
    scenario.accepts(refund(2));
    expect(mainMembership(state(scenario), NOON)).toMatchObject({ plan_id: BASIC, monthly_price: 3000 });
    scenario.accepts(refund(1));
    expect(live(scenario)).toEqual([]);
  });

  it('writes only what moves, however long the history is', () => {
    const scenario = shop();
    const bytes: number[] = [];
    for (let year = 0; year < 12; year += 1) {
      // Each year some more months, of which one is refunded; the run never ends.
      const first = year * 20;
      for (let n = 0; n < 13; n += 1) buy(scenario, first + n, BASIC);
      const { events } = scenario.accepts(refund(first));
      const revoked = events.find(({ type }) => type === 'MembershipRevoked');
      bytes.push(JSON.stringify(revoked).length);
      scenario.memory.now = at(`${2027 + year}-05-01`);
    }
    expect(state(scenario).runs).toHaveLength(1);
    expect(Math.max(...bytes)).toBeLessThan(2_500);
    expect(bytes.at(-1)).toBeLessThanOrEqual(Math.max(...bytes.slice(0, 3)) + 50);
  });

  it('of free orders writes no more than ten years of months need, for a code with any number of uses', () => {
    const redeem = { code_id: 'code', redeem_id: 'of-code' };
    const issued = {
      ...redeem,
      batch_id: 'code',
      batch_size: 1,
      number: 0,
      creator_id: CREATOR,
      plan_id: ASIDE,
      sku_id: null,
      uses: 2_000,
      valid_until: null,
      month: 1,
    };
    const scenario = shop();
    scenario.memory.given([decided(redeemStream('code'), { type: 'RedeemCodeIssued', data: issued })]);
    const free = (n: number) =>
      order({ out_trade_no: number(n), plan_id: ASIDE, lines: [], month: 1, redeem });
    for (let n = 1; n <= 120; n += 1) scenario.accepts(free(n));
    expect(live(scenario)).toEqual([[ASIDE, '2036-05-15T04:00:00.000Z']]);
    expect(scenario.refuses(free(121))).toMatchObject({ errors: [{ message: { key: 'ends_too_late' } }] });
    const before = scenario.memory.log.length;
    for (let n = 1; n <= 40; n += 1) scenario.accepts(refund(n));
    const written = scenario.memory.log.slice(before).map(({ event }) => JSON.stringify(event).length);
    expect(Math.max(...written)).toBeLessThan(10_000);
    // Only what comes after the refunded month moves: the newest writes next to nothing.
    scenario.accepts(refund(120));
    expect(JSON.stringify(scenario.memory.log.at(-1)?.event).length).toBeLessThan(400);
  });

  it('partly leaves the membership unchanged', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.accepts(refund(1, 2999));
    expect(live(scenario)).toEqual([[BASIC, '2026-06-15T04:00:00.000Z']]);
  });
});

describe('events and orders of before runs had ids', () => {
  const grant = (n: number, plan_id: PlanId, from: string, until: string, months = 1): MembershipGrant => ({
    creator_id: CREATOR,
    user_id: LI,
    run_id: null,
    out_trade_no: number(n),
    plan_id,
    plan_name: plan_id,
    independent: false,
    monthly_price: fenOf(3000),
    paid: fenOf(3000),
    months,
    from: at(from),
    until: at(until),
  });
  const written = (event: MembershipEvent, when: string): Decided => ({
    ...decided(membershipStream(CREATOR, LI), event),
    at: at(when),
  });

  it('with ends that drifted: the next end is counted from the first day again', () => {
    const scenario = shop();
    const first = { ...grant(1, BASIC, '2026-01-31', '2026-02-28'), run_id: number(1) };
    const second = grant(2, BASIC, '2026-02-28', '2026-03-28');
    scenario.memory.given([
      written({ type: 'MembershipStarted', data: first }, '2026-01-31'),
      written({ type: 'MembershipExtended', data: second }, '2026-02-20'),
    ]);
    scenario.memory.now = at('2026-03-20');
    expect(live(scenario)).toEqual([[BASIC, '2026-03-28T04:00:00.000Z']]);
    buy(scenario, 3, BASIC);
    expect(live(scenario)).toEqual([[BASIC, '2026-04-30T04:00:00.000Z']]);
  });

  it('with an end that was moved back: the next payment counts all months that were paid', () => {
    const scenario = shop();
    const aside = { ...grant(1, ASIDE, '2026-01-01', '2026-02-01'), run_id: number(1), independent: true };
    const year = { ...grant(2, BASIC, '2026-01-01', '2027-01-01', 12), run_id: number(2) };
    const upgrade = { ...grant(3, ASIDE, '2026-01-02', '2027-01-01', 0), from_plan: BASIC };
    scenario.memory.given([
      written({ type: 'MembershipStarted', data: aside }, '2026-01-01'),
      written({ type: 'MembershipStarted', data: year }, '2026-01-01'),
      written({ type: 'MembershipUpgraded', data: upgrade }, '2026-01-02'),
      // It was counted from the end of the other run.
      written(
        { type: 'MembershipExtended', data: grant(4, ASIDE, '2026-02-01', '2026-03-01') },
        '2026-01-03',
      ),
    ]);
    scenario.memory.now = at('2026-01-04');
    buy(scenario, 5, ASIDE);
    expect(live(scenario).at(-1)).toEqual([ASIDE, '2027-03-01T04:00:00.000Z']);
  });

  it('an upgrade that was priced by months, and is paid now, keeps the end', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 4);
    const { upgrade, ...placed } = place(scenario, 2, GOLD);
    const { from_plan = BASIC, until = 0 } = upgrade ?? {};
    const order = { ...placed, out_trade_no: number(3), month: 4, upgrade: { from_plan, until } };
    scenario.memory.given([decided(orderStream(number(3)), { type: 'OrderPlaced', data: order })]);
    pay(scenario, 3);
    expect(live(scenario)).toEqual([[GOLD, '2026-09-15T04:00:00.000Z']]);
    scenario.accepts(refund(3));
    expect(live(scenario)).toEqual([[BASIC, '2026-09-15T04:00:00.000Z']]);
  });
});
