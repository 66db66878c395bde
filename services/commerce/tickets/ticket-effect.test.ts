import { describe, expect, it } from 'vitest';
import { stockStream } from '#events/stream-names.ts';
import { stockKind } from '../stock/stock.ts';
import {
  checkIn,
  EVENING,
  MATINEE,
  ordered,
  paid,
  payment,
  refund,
  stateOf,
  ticketId,
} from '../testing/event-shop.ts';
import { cancellation, refund as refundOf } from '../testing/orders.ts';
import { BLUE, CREATOR, LI, ORDER, PLAN, RED, type Scenario } from '../testing/scenario.ts';

const ALL = [ticketId(0), ticketId(1), ticketId(0, BLUE)];
const phases = (scenario: Scenario) => ALL.map((ticket) => stateOf(scenario, ticket).phase);
const sold = ({ memory }: Scenario) =>
  [RED, BLUE].map((sku) => memory.stateOf(stockKind, stockStream(sku)).sold);

describe('tickets of an order', () => {
  it('are issued when it is paid: one per unit, with the round that its SKU admits to', () => {
    const scenario = ordered();
    expect(phases(scenario)).toEqual(['none', 'none', 'none']);
    const { events } = scenario.accepts(payment);
    const issued = events.filter(({ type }) => type === 'TicketIssued').map(({ data }) => data);
    const whose = {
      out_trade_no: ORDER,
      creator_id: CREATOR,
      user_id: LI,
      plan_id: PLAN,
      plan_name: 'Concert',
    };
    const evening = { sku_id: RED, sku_name: 'Front row', round_id: 'evening', begin_time: EVENING };
    const matinee = { sku_id: BLUE, sku_name: 'Balcony', round_id: 'matinee', begin_time: MATINEE };
    expect(issued).toEqual([
      { ticket_id: ALL[0], ...whose, ...evening, holder_ref: null },
      { ticket_id: ALL[1], ...whose, ...evening, holder_ref: null },
      { ticket_id: ALL[2], ...whose, ...matinee, holder_ref: null },
    ]);
    expect(phases(scenario)).toEqual(['valid', 'valid', 'valid']);
  });

  it('are issued once, for any number of notices', () => {
    const scenario = paid();
    expect(scenario.accepts(payment).events).toEqual([]);
  });

  it('have ids of their own events, the same in every decision', () => {
    const ids = ({ memory }: Scenario) =>
      memory.log.flatMap(({ id, event }) => (event.type === 'TicketIssued' ? [id] : []));
    expect(ids(paid())).toEqual(ids(paid()));
    expect(new Set(ids(paid())).size).toBe(3);
  });

  it('are never issued for an order that was given up, and are when late money revives it', () => {
    const scenario = ordered().after(cancellation());
    expect(phases(scenario)).toEqual(['none', 'none', 'none']);
    expect(scenario.accepts(payment).result.outcome).toBe('revived');
    expect(phases(scenario)).toEqual(['valid', 'valid', 'valid']);
  });
});

describe('a refund', () => {
  it('of part makes the named tickets void and gives their units back', () => {
    const scenario = paid();
    expect(scenario.accepts(refund('r1', [ticketId(1)])).result.amount).toBe(1000);
    expect(phases(scenario)).toEqual(['valid', 'void', 'valid']);
    expect(sold(scenario)).toEqual([1, 1]);
  });

  it('of the whole makes all void, those that were used too', () => {
    const scenario = paid().after(checkIn(), refund('r1', [], 30));
    expect(phases(scenario)).toEqual(['void', 'void', 'void']);
    expect(sold(scenario)).toEqual([0, 0]);
  });

  it('a refund of the rest does not change void tickets', () => {
    const scenario = paid().after(refund('r1', [ticketId(0)]));
    const { events } = scenario.accepts(refund('r2', [], 20));
    expect(events.filter(({ type }) => type === 'TicketVoided')).toHaveLength(2);
    expect(phases(scenario)).toEqual(['void', 'void', 'void']);
  });

  it('of only money leaves the tickets valid', () => {
    const scenario = paid().after(refund('r1', [], 5));
    expect(phases(scenario)).toEqual(['valid', 'valid', 'valid']);
  });

  it('a refund with units must name its tickets, each once and none void', () => {
    const scenario = paid();
    const unnamed = refundOf({ units: [{ sku_id: RED, count: 1 }] });
    expect(scenario.refuses(unnamed)).toMatchObject({ errors: [{ field: 'ticket_ids' }] });
    expect(scenario.refuses(refund('r1', ['nobodys']))).toMatchObject({
      errors: [{ field: 'ticket_ids.0' }],
    });
    const twice = refund('r1', [ticketId(0), ticketId(0)]);
    expect(scenario.refuses(twice)).toMatchObject({ errors: [{ field: 'ticket_ids.1' }] });
    scenario.accepts(refund('r1', [ticketId(0)]));
    expect(scenario.refuses(refund('r2', [ticketId(0)]))).toMatchObject({ code: 'bad_input' });
  });
});
