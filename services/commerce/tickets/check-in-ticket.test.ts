import { describe, expect, it } from 'vitest';
import type { OutTradeNo, PlanId } from '#events/ids.ts';
import { checkIn, ordered, paid, refund, stateOf, ticketId } from '../testing/event-shop.ts';
import { cancellation } from '../testing/orders.ts';
import { CREATOR, LI, NOON, ORDER, STRANGER, WANG } from '../testing/scenario.ts';
import { type UndoCheckIn, undoCheckIn } from './undo-check-in.ts';

const MINUTE = 60_000;
const member = { by: WANG, creators: new Set([WANG, CREATOR]) };

describe('a ticket at the door', () => {
  it('lets its holder in by the first scan', () => {
    const scenario = paid();
    const { result, types } = scenario.accepts(checkIn());
    expect(types).toEqual(['TicketCheckedIn']);
    expect(result).toMatchObject({
      outcome: 'admitted',
      admission: { by: CREATOR, at: NOON, device: 'East door' },
    });
    expect(stateOf(scenario, ticketId(0)).phase).toBe('used');
    expect(stateOf(scenario, ticketId(1)).phase).toBe('valid');
  });

  it('is used at the second scan, which has time and person of the first and changes nothing', () => {
    const scenario = paid().after(checkIn(member));
    scenario.memory.now = NOON + 3 * MINUTE;
    const { result, events } = scenario.accepts(checkIn({ device: 'West door' }));
    expect(events).toEqual([]);
    expect(result).toMatchObject({ outcome: 'used', admission: { by: WANG, at: NOON, device: 'East door' } });
  });

  it('repeats its answer to the same scan: the door may have missed it', () => {
    const scenario = paid().after(checkIn({ scan_id: 'scan-1' }));
    const again = scenario.accepts(checkIn({ scan_id: 'scan-1' }));
    expect(again).toMatchObject({ events: [], result: { outcome: 'admitted' } });
    expect(scenario.accepts(checkIn({ scan_id: 'scan-2' })).result.outcome).toBe('used');
    expect(scenario.accepts(checkIn({ ...member, scan_id: 'scan-1' })).result.outcome).toBe('used');
  });

  it('that waited for a connection is used since it was scanned, never since later than now', () => {
    const scenario = paid().after(
      checkIn({ scanned_at: NOON - MINUTE }),
      checkIn({ ticket_id: ticketId(1), scanned_at: NOON + 90 * MINUTE }),
    );
    expect(stateOf(scenario, ticketId(0))).toMatchObject({ admission: { at: NOON - MINUTE } });
    expect(stateOf(scenario, ticketId(1))).toMatchObject({ admission: { at: NOON } });
  });

  it('of another event or round is refused', () => {
    const scenario = paid();
    expect(scenario.refuses(checkIn({ plan_id: 'plan-2' as PlanId }))).toEqual({
      code: 'ticket_other_event',
    });
    expect(scenario.refuses(checkIn({ round_id: 'matinee' }))).toEqual({ code: 'ticket_other_event' });
    expect(scenario.accepts(checkIn({ round_id: 'evening' })).result.outcome).toBe('admitted');
    expect(scenario.accepts(checkIn({ ticket_id: ticketId(1), plan_id: undefined })).result.outcome).toBe(
      'admitted',
    );
  });

  it('is not found by people who are neither creator nor team', () => {
    const scenario = paid();
    for (const by of [STRANGER, LI]) {
      expect(scenario.refuses(checkIn({ by, creators: new Set([by]) }))).toEqual({ code: 'not_found' });
    }
  });

  it('is not found under another order’s number', () => {
    const scenario = paid();
    expect(scenario.refuses(checkIn({ out_trade_no: 'order-9' as OutTradeNo }))).toEqual({
      code: 'not_found',
    });
  });

  it('that was refunded is refused, also when it had been used', () => {
    const scenario = paid().after(checkIn(), refund('r1', [ticketId(0), ticketId(1)]));
    for (const n of [0, 1]) {
      expect(scenario.refuses(checkIn({ ticket_id: ticketId(n) }))).toEqual({ code: 'ticket_void' });
    }
    expect(stateOf(scenario, ticketId(0))).toMatchObject({ phase: 'void', admission: { at: NOON } });
  });
});

describe('a check-in that is undone', () => {
  const USED_AT = Math.floor(NOON / 1000);
  const undo = (change: Partial<UndoCheckIn> = {}) =>
    undoCheckIn({
      ticket_id: ticketId(0),
      out_trade_no: ORDER,
      by: CREATOR,
      creators: new Set([CREATOR]),
      device: 'West door',
      used_at: USED_AT,
      ...change,
    });

  it('leaves the ticket valid, says who and when, and admits the next scan but not the same again', () => {
    const scenario = paid().after(checkIn({ scan_id: 'scan-1' }));
    scenario.memory.now = NOON + MINUTE;
    expect(scenario.accepts(undo(member))).toMatchObject({
      types: ['TicketCheckInUndone'],
      result: { undone: { by: WANG, at: NOON + MINUTE, admission: { by: CREATOR, at: NOON } } },
    });
    expect(scenario.accepts(undo()).events).toEqual([]);
    expect(scenario.refuses(checkIn({ scan_id: 'scan-1' }))).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.accepts(checkIn({ scan_id: 'scan-2' })).result.outcome).toBe('admitted');
  });

  it('is the named one: a later check-in stays', () => {
    const scenario = paid().after(checkIn({ scan_id: 'scan-1' }), undo());
    scenario.memory.now = NOON + MINUTE;
    scenario.accepts(checkIn({ scan_id: 'scan-2' }));
    expect(scenario.refuses(undo())).toEqual({ code: 'state_does_not_allow' });
    expect(stateOf(scenario, ticketId(0)).phase).toBe('used');
  });

  it('is refused to others, for a ticket that was not used, and after a refund', () => {
    const scenario = paid();
    expect(scenario.refuses(undo())).toEqual({ code: 'state_does_not_allow' });
    const used = scenario.after(checkIn());
    expect(used.refuses(undo({ by: STRANGER, creators: new Set([STRANGER]) }))).toEqual({
      code: 'not_found',
    });
    expect(used.refuses(undo({ out_trade_no: 'order-9' as OutTradeNo }))).toEqual({ code: 'not_found' });
    expect(used.refuses(undo({ ticket_id: 'nobodys' }))).toEqual({ code: 'not_found' });
    const void_ticket = used.after(refund('r1', [ticketId(0), ticketId(1)]));
    expect(void_ticket.refuses(undo())).toEqual({ code: 'ticket_void' });
  });
});

describe('a ticket that was never issued', () => {
  it('is unpaid while its order waits, and after the order was given up', () => {
    const scenario = ordered();
    expect(scenario.refuses(checkIn())).toEqual({ code: 'ticket_unpaid' });
    scenario.accepts(cancellation());
    expect(scenario.refuses(checkIn())).toEqual({ code: 'ticket_unpaid' });
    expect(scenario.refuses(checkIn({ by: STRANGER, creators: new Set([STRANGER]) }))).toEqual({
      code: 'not_found',
    });
  });

  it('is not found when no order has it', () => {
    const scenario = ordered();
    expect(scenario.refuses(checkIn({ ticket_id: 'nobodys' }))).toEqual({ code: 'not_found' });
    expect(scenario.refuses(checkIn({ out_trade_no: 'order-9' as OutTradeNo }))).toEqual({
      code: 'not_found',
    });
  });
});
