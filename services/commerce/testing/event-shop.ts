import type { PlanOffer } from '#events/catalog.ts';
import { derivedHexId, type SkuId } from '#events/ids.ts';
import { ticketStream } from '#events/stream-names.ts';
import { type CheckInTicket, checkInTicket } from '../tickets/check-in-ticket.ts';
import { type TicketState, ticketKind } from '../tickets/ticket.ts';
import { order, payment as paymentOf, refund as refundOf } from './orders.ts';
import {
  BLUE,
  CREATOR,
  given,
  goods,
  NOON,
  ORDER,
  onSale,
  PLAN,
  RED,
  type Scenario,
  sku,
} from './scenario.ts';

export const EVENING = NOON + 8 * 3_600_000;
export const MATINEE = NOON + 3 * 3_600_000;
const concert: PlanOffer = {
  ...goods,
  name: 'Concert',
  product_type: 4,
  rounds: [
    { round_id: 'evening', begin_time: EVENING },
    { round_id: 'matinee', begin_time: MATINEE },
  ],
};
const offered = (need_identity: boolean) =>
  onSale({ ...concert, need_identity }, [
    [sku(RED, { name: 'Front row', round_id: 'evening' }), 10],
    [sku(BLUE, { name: 'Balcony', round_id: 'matinee' }), 10],
  ]);
/** The holders of the tickets, where the event requires them. */
export const HOLDERS = [
  { sku_id: RED, holder_ref: 'holder-1' },
  { sku_id: RED, holder_ref: 'holder-2' },
  { sku_id: BLUE, holder_ref: 'holder-3' },
];

/** Id of the n-th ticket of a SKU in the order of these tests. */
export const ticketId = (n: number, sku_id: SkuId = RED): string =>
  derivedHexId('ticket', ORDER, sku_id, String(n));

/** Two tickets for the evening and one for the matinee, placed and not yet paid. */
export function ordered(need_identity = false): Scenario {
  const scenario = given(offered(need_identity));
  const lines = [
    { sku_id: RED, count: 2 },
    { sku_id: BLUE, count: 1 },
  ];
  scenario.accepts(order({ lines, holders: need_identity ? HOLDERS : [] }));
  return scenario;
}

export const payment = paymentOf(3000);

/** The same, paid. */
export function paid(need_identity = false): Scenario {
  return ordered(need_identity).after(payment);
}

export const stateOf = ({ memory }: Scenario, ticket_id: string): TicketState =>
  memory.stateOf(ticketKind, ticketStream(ticket_id));

export const checkIn = (change: Partial<CheckInTicket> = {}) =>
  checkInTicket({
    ticket_id: ticketId(0),
    out_trade_no: ORDER,
    revision: 0,
    by: CREATOR,
    creators: new Set([CREATOR]),
    plan_id: PLAN,
    device: 'East door',
    scan_id: '',
    ...change,
  });

/** A refund by the creator; without an amount, of what the tickets cost. */
export const refund = (refund_id: string, ticket_ids: readonly string[], yuan?: number) =>
  refundOf({ refund_id, ticket_ids, amount: yuan && yuan * 100 });
