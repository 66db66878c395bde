import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import { accountStream, caseStream, orderStream, unpaidStream } from '#events/stream-names.ts';
import { MAX_HANDOVERS } from '#services/contract/orders/handover.ts';
import { closeAccount } from '../accounts/close-account.ts';
import { caseKind } from '../cases/case.ts';
import { openCase } from '../cases/open-case.ts';
import { orderKind } from '../orders/order.ts';
import { unpaidKind } from '../orders/unpaid.ts';
import { checkIn, ordered, paid, refund, stateOf, ticketId } from '../testing/event-shop.ts';
import { cancellation, order, payment, refund as refundAll, shop } from '../testing/orders.ts';
import { CREATOR, decided, LI, ORDER, type Scenario, STRANGER, WANG } from '../testing/scenario.ts';
import { changeHolder } from '../tickets/change-holder.ts';
import { type HandOverOrder, handOverOrder } from './hand-over-order.ts';

const DESK = 'support-1' as UserId;
const handOver = (change: Partial<HandOverOrder> = {}) =>
  handOverOrder({
    out_trade_no: ORDER,
    from: LI,
    to: WANG,
    by: DESK,
    reason: 'lost phone',
    secret: 's1',
    ...change,
  });
const ownerOf = ({ memory }: Scenario) => {
  const state = memory.stateOf(orderKind, orderStream(ORDER));
  return state.phase === 'none' ? undefined : state.owner;
};
const opened = (user_id: UserId) =>
  openCase({
    out_trade_no: ORDER,
    user_id,
    case_id: `c-${user_id}`,
    kind: 'refund',
    topic: 'damaged',
    units: [],
    text_ref: null,
    pics: [],
  });

describe('an order that is handed over', () => {
  it('moves with its tickets; codes from before are refused, the new one admits', () => {
    const scenario = paid(true);
    expect(scenario.accepts(handOver()).types).toEqual([
      'OrderHandedOver',
      'UnpaidOrderAdded',
      'TicketHandedOver',
      'TicketHandedOver',
      'TicketHandedOver',
    ]);
    expect(ownerOf(scenario)).toBe(WANG);
    const state = stateOf(scenario, ticketId(0));
    expect(state).toMatchObject({ ticket: { user_id: WANG, revision: 1, holder_ref: 'holder-1' } });
    expect(scenario.refuses(checkIn())).toEqual({ code: 'ticket_replaced' });
    const holder = { ticket_id: ticketId(0), out_trade_no: ORDER, holder_ref: 'new', code: 'c0de00000001' };
    expect(scenario.refuses(changeHolder({ ...holder, user_id: LI }))).toEqual({ code: 'not_found' });
    expect(scenario.accepts(changeHolder({ ...holder, user_id: WANG })).types).toEqual([
      'TicketHolderChanged',
    ]);
    expect(scenario.refuses(checkIn({ revision: 1 }))).toEqual({ code: 'ticket_replaced' });
    expect(scenario.accepts(checkIn({ revision: 2 })).result.outcome).toBe('admitted');
  });

  it('has its cases with the other account, and its refund with what it gave', () => {
    const scenario = shop(10).after(order(), payment(2_000), opened(LI), handOver());
    expect(scenario.refuses(opened(LI))).toEqual({ code: 'not_found' });
    expect(scenario.memory.stateOf(caseKind, caseStream(ORDER)).phase).toBe('open');
    expect(scenario.accepts(refundAll()).types).toContain('OrderRefunded');
    const tickets = paid().after(handOver());
    tickets.accepts(refund('r1', [ticketId(0)]));
    expect(stateOf(tickets, ticketId(0)).phase).toBe('void');
  });

  it('is among the orders of the other account, which is not closed without a look at it', () => {
    const scenario = paid().after(handOver());
    const closing = (orders_seen: number) => closeAccount({ user_id: WANG, orders_seen });
    expect(scenario.refuses(closing(-1))).toEqual({ code: 'state_does_not_allow' });
    scenario.accepts(closing(0));
    expect(scenario.memory.stateOf(unpaidKind, unpaidStream(WANG)).orders).toEqual([]);
  });

  it('to its owner changes nothing, and can come back', () => {
    const scenario = paid().after(handOver());
    expect(scenario.accepts(handOver({ secret: 's2' })).events).toEqual([]);
    scenario.after(handOver({ from: WANG, to: LI, secret: 's3' }));
    expect([ownerOf(scenario), stateOf(scenario, ticketId(0))]).toMatchObject([
      LI,
      { ticket: { revision: 2 } },
    ]);
  });

  it('is refused without need, to parties of the order, and by those whom it concerns', () => {
    const closed = { code: 'state_does_not_allow' };
    expect(paid().refuses(handOver({ out_trade_no: 'order-9' as OutTradeNo }))).toEqual({
      code: 'not_found',
    });
    expect(ordered().refuses(handOver())).toEqual(closed);
    expect(shop(10).after(order(), cancellation()).refuses(handOver())).toEqual(closed);
    expect(paid().refuses(handOver({ from: STRANGER }))).toEqual(closed);
    for (const by of [LI, CREATOR, WANG])
      expect(paid().refuses(handOver({ by }))).toEqual({ code: 'not_allowed' });
    expect(paid().refuses(handOver({ to: CREATOR }))).toMatchObject({ errors: [{ field: 'account' }] });
    for (const reason of ['', ' ', '13800138000'])
      expect(paid().refuses(handOver({ reason }))).toMatchObject({ errors: [{ field: 'reason' }] });
    const gone = paid();
    gone.memory.given([decided(accountStream(WANG), { type: 'AccountClosed', data: { user_id: WANG } })]);
    expect(gone.refuses(handOver())).toMatchObject({ errors: [{ field: 'account' }] });
  });
});

it('any handovers and scans equal a plain list: one owner, one good code a ticket, a bounded number of moves', () => {
  const people = [LI, WANG, STRANGER];
  const step = fc.record({
    from: fc.nat(2),
    to: fc.nat(2),
    revision: fc.nat(MAX_HANDOVERS),
    scan: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const scenario = paid();
      let [owner, moves, inside] = [LI, 0, false];
      for (const [nth, { from, to, revision, scan }] of steps.entries()) {
        if (scan) {
          const decision = scenario.memory.decide(checkIn({ revision }));
          const expected = revision !== moves ? 'refused' : inside ? 'used' : 'admitted';
          expect(decision.accepted ? decision.result.outcome : 'refused').toBe(expected);
          inside ||= expected === 'admitted';
          continue;
        }
        const [first, other] = [people[from]!, people[to]!];
        const decision = scenario.memory.decide(handOver({ from: first, to: other, secret: `s${nth}` }));
        const isSame = other === owner;
        const may = first === owner && moves < MAX_HANDOVERS;
        expect(decision.accepted).toBe(isSame || may);
        if (isSame || !may) continue;
        [owner, moves] = [other, moves + 1];
      }
      const { ticket } = stateOf(scenario, ticketId(0)) as { ticket?: { user_id: UserId; revision: number } };
      expect([ownerOf(scenario), ticket?.user_id, ticket?.revision]).toEqual([owner, owner, moves]);
    }),
    { numRuns: 200 },
  );
});
