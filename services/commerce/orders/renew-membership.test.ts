import { describe, expect, it } from 'vitest';
import { isHouseOrderNumber, type OutTradeNo, orderNumber, type PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { agreementStream, orderStream } from '#events/stream-names.ts';
import { HOUR_MS } from '#events/time.ts';
import { agreementKind } from '../memberships/agreement.ts';
import { order, payment } from '../testing/orders.ts';
import {
  buying,
  CREATOR,
  decided,
  given,
  LI,
  NOON,
  ORDER,
  onSale,
  PLAN,
  STRANGER,
  sponsorship,
} from '../testing/scenario.ts';
import { customOrder } from './custom-amount.ts';
import { orderKind } from './order.ts';
import { placeOrder } from './place-order.ts';
import { renewMembership } from './renew-membership.ts';

const stream = agreementStream(PLAN, LI);
const parties = { creator_id: CREATOR, user_id: LI, plan_id: PLAN };
const renew = () => renewMembership({ user_id: LI, plan_id: PLAN });
const pay = (out_trade_no?: OutTradeNo) => payment(sponsorship.price, out_trade_no);

/** A paid order that was agreed with, at the time of its renewal. */
function due() {
  const scenario = given(onSale({ ...sponsorship, can_ali_agreement: true }));
  const agreement_amount = sponsorship.price;
  scenario.after(order({ lines: [], month: 1, agreement_amount }), pay());
  const state = scenario.memory.stateOf(agreementKind, stream);
  if (state.phase !== 'active') throw new Error('there is no agreement');
  scenario.memory.now = state.until - HOUR_MS;
  return { scenario, until: state.until };
}

/** The order that a client places for another creator under a key. */
const ofStranger = (out_trade_no: OutTradeNo) =>
  placeOrder(
    buying({
      out_trade_no,
      lines: [],
      plan_id: '' as PlanId,
      custom: { creator_id: STRANGER, amount: sponsorship.price },
    }),
  );

describe('the order of a renewal', () => {
  it.each([false, true])('has a number that no key of a client reaches; that order paid: %s', (paid) => {
    const { scenario, until } = due();
    const taken = orderNumber(LI, `renewal ${PLAN} ${ORDER} ${until}`);
    scenario.after(ofStranger(taken));
    if (paid) scenario.after(pay(taken));
    const { result } = scenario.accepts(renew());
    if (result.next !== 'charge') throw new Error('there is no renewal');
    const { out_trade_no, creator_id, total_amount } = result.order;
    expect([isHouseOrderNumber(out_trade_no), creator_id, total_amount]).toEqual([true, CREATOR, 3_000]);
    scenario.after(pay(out_trade_no));
    expect(scenario.memory.stateOf(orderKind, orderStream(taken))).toMatchObject({
      phase: paid ? 'paid' : 'pending',
      placed: { creator_id: STRANGER },
    });
    expect(scenario.memory.stateOf(agreementKind, stream)).toMatchObject({ renewals: 1, renewal: null });
  });

  it('is another one for each period', () => {
    const { scenario } = due();
    const numbers = new Set<string>();
    for (let period = 0; period < 3; period += 1) {
      const { result } = scenario.accepts(renew());
      if (result.next !== 'charge') throw new Error('there is no renewal');
      numbers.add(result.order.out_trade_no);
      scenario.after(pay(result.order.out_trade_no));
      const state = scenario.memory.stateOf(agreementKind, stream);
      if (state.phase === 'active') scenario.memory.now = state.until - HOUR_MS;
    }
    expect(numbers.size).toBe(3);
  });

  it('that an older program placed under its own number is charged under this number, and not placed again', () => {
    const { scenario, until } = due();
    const out_trade_no = orderNumber(LI, `renewal ${PLAN} ${ORDER} ${until}`);
    scenario.after(order({ out_trade_no, lines: [], month: 1 }));
    const data = { ...parties, out_trade_no, amount: fenOf(3_000), until };
    scenario.memory.given([decided(stream, { type: 'RenewalPlaced', data })]);
    const { events, result } = scenario.accepts(renew());
    expect(events).toEqual([]);
    expect(result).toMatchObject({ next: 'charge', order: { out_trade_no }, attempt: 1 });
  });

  it.each(['open', 'next'])('is not charged when its number belongs to another order (%s)', (which) => {
    const { scenario, until } = due();
    const placed = scenario.accepts(renew()).result;
    if (placed.next !== 'charge') throw new Error('there is no renewal');
    const { out_trade_no } = placed.order;
    const damaged = due().scenario;
    const input = buying({ out_trade_no, plan_id: '' as PlanId });
    const order = customOrder(input, { creator_id: STRANGER, amount: sponsorship.price }, null, NOON);
    damaged.memory.given([decided(orderStream(out_trade_no), { type: 'OrderPlaced', data: order })]);
    const data = { ...parties, out_trade_no, amount: fenOf(3_000), until };
    if (which === 'open') damaged.memory.given([decided(stream, { type: 'RenewalPlaced', data })]);
    const { types, result } = damaged.accepts(renew());
    expect([types, result]).toEqual([['AgreementEnded'], { next: 'none' }]);
    expect(damaged.memory.stateOf(agreementKind, stream)).toMatchObject({ reason: 'order_closed' });
  });
});
