import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { type BusinessCalendar, monthAt, nextMonth } from '#events/time.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { insertRows } from '../../engine/rows.ts';
import { type FindOrders, orderFacts } from '../../orders/order-facts.ts';
import { post } from './balances.ts';
import type { Booking } from './booked-entry.ts';
import { bookingOf } from './booking.ts';
import { takeFacts } from './facts.ts';
import {
  addToMonths,
  closeMonths,
  creatorsOf,
  lineOf,
  lineOfCommission,
  openMonth,
  type Settled,
  writeCreators,
} from './months.ts';
import {
  COMMISSION_LINES,
  type CommissionRow,
  type CreatorRow,
  type EntryRow,
  INCOME_CREATORS,
  INCOME_MONTHS,
  LEDGER_ACCOUNTS,
  LEDGER_ENTRIES,
  LEDGER_POSTINGS,
  LEDGER_TRIGGERS,
  LEDGER_WITHDRAWALS,
  SETTLEMENTS,
} from './tables.ts';

interface Booked {
  event: RecordedEvent;
  booking: Booking | undefined;
}

const NO_LINE = { amount: null, payment_fee: null, service_fee: null, affiliate: null, net: null };

/** The time of the last entry: the next one is booked no earlier. */
async function lastBookedAt(tx: ClientBase): Promise<number> {
  const { rows } = await tx.query<{ booked_at: number }>(
    'SELECT booked_at::float8 AS booked_at FROM ledger_entries ORDER BY position DESC LIMIT 1',
  );
  return rows[0]?.booked_at ?? 0;
}

function entriesOf(
  booked: readonly Booked[],
  calendar: BusinessCalendar,
  creator: (user_id: string) => CreatorRow,
  lastAt: number,
): { entries: EntryRow[]; commissions: CommissionRow[]; settled: Settled[] } {
  const entries: EntryRow[] = [];
  const commissions: CommissionRow[] = [];
  const settled: Settled[] = [];
  let booked_at = lastAt;
  for (const { event, booking } of booked) {
    const { position } = event;
    const { at } = event.metadata;
    if (event.type === 'MonthSettled') {
      const { user_id, month, net } = event.data;
      const of = creator(user_id);
      of.settled += net;
      if (month > of.closed_through) of.closed_through = month;
      settled.push({ evidence: event.data, position, at, next: nextMonth(of.closed_through) });
    }
    if (!booking) continue;
    const { kind, user_id, out_trade_no, ref, parts } = booking;
    booked_at = Math.max(booked_at, at);
    const of = creator(user_id);
    if (kind === 'refund') of.refunded -= parts?.net ?? 0;
    const month = parts && openMonth(monthAt(calendar, at), of);
    const entry = { position, at, booked_at, kind, user_id, out_trade_no, ref, month };
    entries.push({ ...entry, ...(parts ?? NO_LINE) });
    const brought = commissionOf(event, booking, calendar, creator);
    if (brought) commissions.push(brought);
  }
  return { entries, commissions, settled };
}

/** The partner's line; none for a commission of zero. Refunds are recorded as for the seller's part. */
function commissionOf(
  { position, metadata: { at } }: RecordedEvent,
  { kind, partner_id, out_trade_no, ref, parts }: Booking,
  calendar: BusinessCalendar,
  creator: (user_id: string) => CreatorRow,
): CommissionRow | undefined {
  if (partner_id === null || out_trade_no === null || parts === null || parts.affiliate === 0)
    return undefined;
  const of = creator(partner_id);
  const amount = parts.affiliate;
  if (kind === 'refund') of.refunded -= amount;
  const month = openMonth(monthAt(calendar, at), of);
  const line = kind === 'refund' ? ('commission_refund' as const) : ('commission' as const);
  return { position, at, kind: line, user_id: partner_id, out_trade_no, ref, month, amount };
}

/** The creator whose money an entry moves. */
const usersOf = ({ user_id, partner_id }: Booking): string[] =>
  partner_id === null ? [user_id] : [user_id, partner_id];

async function project(
  calendar: BusinessCalendar,
  findOrders: FindOrders,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  const facts = await takeFacts(findOrders, events, tx);
  const booked = events
    .map((event) => ({ event, booking: bookingOf(event, facts) }))
    .filter(({ event, booking }) => booking !== undefined || event.type === 'MonthSettled');
  const users = new Set(
    booked.flatMap(({ event, booking }) =>
      booking ? usersOf(booking) : event.type === 'MonthSettled' ? [event.data.user_id] : [],
    ),
  );
  const moved = { creators: users, users };
  if (booked.length === 0) return moved;

  const creator = await creatorsOf(tx, users);
  const read = entriesOf(booked, calendar, creator, await lastBookedAt(tx));
  const { entries, commissions, settled } = read;
  await insertRows(tx, LEDGER_ENTRIES, entries);
  await insertRows(tx, COMMISSION_LINES, commissions);
  await post(
    tx,
    booked.flatMap(({ event: { position }, booking }) =>
      (booking?.amounts ?? []).map((amount) => ({ position, ...amount })),
    ),
  );
  const lines = [...entries.flatMap(lineOf), ...commissions.map(lineOfCommission)];
  for (const { user_id, net } of lines) creator(user_id).earned += net;
  await addToMonths(tx, lines);
  await closeMonths(tx, settled);
  await writeCreators(tx, [...users].map(creator));
  return moved;
}

/** The books: every entry, every account's balance at every position, and the months that creators are settled by. */
export const ledger = (calendar: BusinessCalendar, findOrders = orderFacts()): Projection => ({
  name: 'ledger',
  version: 7,
  variant: calendar.timeZone,
  types: [
    'OrderPlaced',
    'OrderPaid',
    'OrderRefunded',
    'LatePaymentReceived',
    'LatePaymentReturned',
    'RefundFailed',
    'FailedRefundPaid',
    'MonthSettled',
    'WithdrawalRequested',
    'WithdrawalRejected',
    'WithdrawalRetried',
    'PayoutSucceeded',
    'PayoutFailed',
    'PayoutDisputeClosed',
    'StatementLineRecorded',
    'DifferenceResolved',
    'DifferenceReopened',
  ],
  whole: ['settlement'],
  tables: [
    LEDGER_ENTRIES,
    COMMISSION_LINES,
    LEDGER_POSTINGS,
    LEDGER_ACCOUNTS,
    LEDGER_WITHDRAWALS,
    INCOME_MONTHS,
    INCOME_CREATORS,
    SETTLEMENTS,
  ],
  triggers: LEDGER_TRIGGERS,
  project: (events, tx) => project(calendar, findOrders, events, tx),
});
