import { describe, expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo, type PlanId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { agreementStream, membershipStream, orderStream } from '#events/stream-names.ts';
import { DAY_MS, HOUR_MS } from '#events/time.ts';
import { MAX_HANDOVERS } from '#services/contract/orders/handover.ts';
import { orderKind } from '../orders/order.ts';
import { renewMembership } from '../orders/renew-membership.ts';
import { payOrder } from '../payments/pay-order.ts';
import { handOverOrder } from '../staff/hand-over-order.ts';
import { ASIDE, at, BASIC, buy, GOLD, number, pay, place, plan, refund } from '../testing/membership-shop.ts';
import { CREATOR, given, LI, type Scenario, STRANGER, WANG } from '../testing/scenario.ts';
import { agreementKind } from './agreement.ts';
import { liveMemberships, membershipKind } from './membership.ts';

const DESK = 'support-1' as UserId;
const price = { can_ali_agreement: true };
const shop = () =>
  given(
    plan(BASIC, { ...price, price: fenOf(3000) }),
    plan(GOLD, { ...price, price: fenOf(5000) }),
    plan(ASIDE, { price: fenOf(1000), independent: true }),
  );
const move = (n: number, to = WANG, from = LI) =>
  handOverOrder({ out_trade_no: number(n), from, to, by: DESK, reason: 'two accounts', secret: 's' });
const runsOf = ({ memory }: Scenario, user: UserId) =>
  memory.stateOf(membershipKind, membershipStream(CREATOR, user)).runs;
const live = (scenario: Scenario, user: UserId) =>
  liveMemberships({ runs: runsOf(scenario, user) }, scenario.memory.now).map(({ plan_id, until }) => [
    plan_id,
    until === null ? null : new Date(until).toISOString().slice(0, 10),
  ]);
const ownerOf = ({ memory }: Scenario, out_trade_no: OutTradeNo) => {
  const order = memory.stateOf(orderKind, orderStream(out_trade_no));
  return order.phase === 'none' ? undefined : order.owner;
};
const agreementOf = ({ memory }: Scenario, user: UserId, of: PlanId = BASIC) =>
  memory.stateOf(agreementKind, agreementStream(of, user));
const refusedAt = (scenario: Scenario, command: ReturnType<typeof move>) => {
  const refusal = scenario.refuses(command) as { errors?: { field: string; message: { key: string } }[] };
  return refusal.errors?.map(({ field, message }) => [field, message.key]);
};

describe('a membership that is handed over', () => {
  it('goes with its time and all its orders, wherever it was named', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 2);
    scenario.memory.now += 10 * DAY_MS;
    buy(scenario, 2, BASIC);
    buy(scenario, 3, GOLD);
    const before = runsOf(scenario, LI);
    const { types } = scenario.accepts(move(2));
    expect(types.toSorted()).toEqual([
      'MembershipMovedIn',
      'MembershipMovedOut',
      ...Array.from({ length: 3 }, () => 'OrderHandedOver'),
      ...Array.from({ length: 3 }, () => 'UnpaidOrderAdded'),
    ]);
    expect([live(scenario, LI), live(scenario, WANG)]).toEqual([[], [[GOLD, '2026-08-15']]]);
    expect(runsOf(scenario, WANG)).toMatchObject(before);
    expect([1, 2, 3].map((n) => ownerOf(scenario, number(n)))).toEqual([WANG, WANG, WANG]);
    expect(scenario.accepts(move(1)).events).toEqual([]);
  });

  it('is extended and refunded in the other account; money goes to the payer', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.accepts(move(1));
    buy(scenario, 2, BASIC, 1, { user_id: WANG });
    expect(live(scenario, WANG)).toEqual([[BASIC, '2026-07-15']]);
    scenario.memory.now += 5 * DAY_MS;
    const { events } = scenario.accepts(refund(1));
    const revoked = events.find(({ type }) => type === 'MembershipRevoked');
    expect(revoked?.data).toMatchObject({ user_id: WANG, payer: LI, out_trade_no: number(1) });
    expect(events.find(({ type }) => type === 'OrderRefunded')?.data).toMatchObject({ amount: 3000 });
    expect(live(scenario, WANG)).toEqual([[BASIC, '2026-06-15']]);
    scenario.accepts(refund(2));
    expect([live(scenario, LI), live(scenario, WANG)]).toEqual([[], []]);
  });

  it('leaves the first account free to buy again; a refund of the moved order does not touch that', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.accepts(move(1));
    buy(scenario, 2, GOLD);
    scenario.accepts(refund(1));
    expect([live(scenario, LI), live(scenario, WANG)]).toEqual([[[GOLD, '2026-06-15']], []]);
  });

  it('returns an upgrade that was placed before, and begins again with an extension', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    place(scenario, 2, GOLD);
    place(scenario, 3, BASIC);
    scenario.accepts(move(1));
    pay(scenario, 2);
    expect(scenario.memory.stateOf(orderKind, orderStream(number(2))).phase).toBe('cancelled');
    pay(scenario, 3);
    expect([live(scenario, LI), live(scenario, WANG)]).toEqual([
      [[BASIC, '2026-06-15']],
      [[BASIC, '2026-06-15']],
    ]);
  });

  it('ends renewals: the first account is not charged any more, nor is the other', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 1, { agreement_amount: fenOf(3000) });
    expect(scenario.accepts(move(1)).types).toContain('AgreementEnded');
    expect(agreementOf(scenario, LI)).toMatchObject({ phase: 'ended', reason: 'handed_over' });
    scenario.memory.now = at('2026-06-15') - HOUR_MS;
    for (const user_id of [LI, WANG])
      expect(scenario.accepts(renewMembership({ user_id, plan_id: BASIC }))).toMatchObject({ events: [] });
    buy(scenario, 2, BASIC, 1, { user_id: WANG, agreement_amount: fenOf(3000) });
    expect(agreementOf(scenario, WANG).phase).toBe('active');
    scenario.accepts(refund(1));
    expect(agreementOf(scenario, WANG)).toMatchObject({ phase: 'ended', reason: 'refunded' });
  });

  it('is refunded without an end of renewals that the first account agreed to since', () => {
    const scenario = shop();
    const agreeing = { agreement_amount: fenOf(3000) };
    buy(scenario, 1, BASIC, 1, agreeing);
    scenario.accepts(move(1));
    buy(scenario, 2, BASIC, 1, agreeing);
    expect(scenario.accepts(refund(1)).types).not.toContain('AgreementEnded');
    expect(agreementOf(scenario, LI).phase).toBe('active');
    scenario.accepts(refund(2));
    expect(agreementOf(scenario, LI)).toMatchObject({ phase: 'ended', reason: 'refunded' });
  });

  it('waits while a renewal is being paid, and takes it with it then', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 1, { agreement_amount: fenOf(3000) });
    scenario.memory.now = at('2026-06-15') - HOUR_MS;
    const { result } = scenario.accepts(renewMembership({ user_id: LI, plan_id: BASIC }));
    if (result.next !== 'charge') throw new Error('there is no renewal');
    expect(refusedAt(scenario, move(1))).toEqual([['out_trade_no', 'renewal_open']]);
    const { out_trade_no, total_amount } = result.order;
    scenario.after(
      payOrder({
        out_trade_no,
        charge_id: chargeIdOf(out_trade_no, 1),
        amount: total_amount,
        provider: 'sandbox',
      }),
    );
    scenario.accepts(move(1));
    expect([ownerOf(scenario, out_trade_no), live(scenario, WANG)]).toEqual([WANG, [[BASIC, '2026-07-15']]]);
  });

  it('is refused when it is over, and when the other account has it or a plan that excludes it', () => {
    const taken = [['account', 'has_membership']];
    const scenario = shop();
    buy(scenario, 1, BASIC);
    buy(scenario, 2, ASIDE);
    buy(scenario, 3, ASIDE, 1, { user_id: WANG });
    scenario.accepts(move(1));
    expect(refusedAt(scenario, move(2))).toEqual(taken);
    buy(scenario, 4, GOLD);
    expect(refusedAt(scenario, move(4))).toEqual(taken);
    scenario.accepts(move(2, STRANGER));
    scenario.memory.now = at('2026-06-15');
    expect(refusedAt(scenario, move(4))).toEqual([['out_trade_no', 'membership_over']]);
  });

  it('that begins later moves by itself, next to the one before it', () => {
    const scenario = shop();
    buy(scenario, 1, GOLD);
    buy(scenario, 2, BASIC, 1, { begin_at_end: true });
    scenario.accepts(move(1));
    expect(live(scenario, WANG)).toEqual([[GOLD, '2026-06-15']]);
    scenario.accepts(move(2));
    scenario.memory.now = at('2026-06-15');
    expect([live(scenario, LI), live(scenario, WANG)]).toEqual([[], [[BASIC, '2026-07-15']]]);
  });

  it('moves three times at most, whichever of its orders is named', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    const [home, away] = [LI, WANG];
    for (let n = 0; n < MAX_HANDOVERS; n += 1)
      scenario.accepts(n % 2 === 0 ? move(1, away, home) : move(1, home, away));
    buy(scenario, 2, BASIC, 1, { user_id: away });
    expect(scenario.refuses(move(2, home, away))).toMatchObject({ code: 'quota_reached' });
  });

  it('whose order was refunded is an order like others', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.accepts(refund(1));
    expect(scenario.accepts(move(1)).types).toEqual(['OrderHandedOver', 'UnpaidOrderAdded']);
  });
});
