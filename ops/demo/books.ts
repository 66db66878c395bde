import { asUserId, type UserId } from '#events/ids.ts';
import type { IncomeLine } from '#events/income.ts';
import type { EventLog } from '#events/log/log.ts';
import { fenOf } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { type BusinessCalendar, type BusinessMonth, type Millis, monthAt, nextMonth } from '#events/time.ts';
import { bookingOf, incomeLinesOf } from '#read-models/books/ledger/booking.ts';
import { factsOf, type OrderFacts } from '#read-models/orders/order-facts.ts';
import type { PendingSnapshot } from '#services/commerce/withdrawals/balance.ts';
import { type LineSums, lineAdder } from '#services/modules/income/month-sums.ts';

const EVENTS_AT_ONCE = 5_000;
const TYPES = ['OrderPlaced', 'OrderPaid', 'OrderRefunded', 'MonthSettled'];

interface CreatorBooks {
  months: Map<BusinessMonth, ReturnType<typeof lineAdder>>;
  /** Nothing more is written for this month and those before it; empty before the first settlement. */
  closed_through: BusinessMonth;
  seen: { pending: number; refunds_charged: number; settled: number };
}

/** The present income of the demo's creators, computed before any projection runs. */
export function openDemoBooks(log: Pick<EventLog, 'readAll'>, calendar: BusinessCalendar) {
  const orders = new Map<string, OrderFacts>();
  const creators = new Map<UserId, CreatorBooks>();
  let through = 0;
  const facts = {
    order: (number: string) => orders.get(number),
    withdrawal(): never {
      throw new Error('the demo reads orders only');
    },
  };
  const booksOf = (user_id: UserId): CreatorBooks => {
    const found = creators.get(user_id) ?? {
      months: new Map(),
      closed_through: '',
      seen: { pending: 0, refunds_charged: 0, settled: 0 },
    };
    creators.set(user_id, found);
    return found;
  };

  function take(event: RecordedEvent): void {
    if (event.type === 'OrderPlaced') {
      orders.set(event.data.out_trade_no, factsOf(event.data));
    } else if (event.type === 'MonthSettled') {
      const { user_id, month, net } = event.data;
      const books = booksOf(user_id);
      if (month > books.closed_through) books.closed_through = month;
      books.seen.settled += net;
      books.seen.pending -= net;
    } else {
      const booking = bookingOf(event, facts);
      const lines = booking ? incomeLinesOf(event.position, booking) : [];
      for (const { user_id, ...line } of lines) add(asUserId(user_id), event.metadata.at, line);
    }
  }

  function add(user_id: UserId, at: Millis, line: IncomeLine): void {
    const books = booksOf(user_id);
    const month = monthAt(calendar, at);
    const open = month > books.closed_through ? month : nextMonth(books.closed_through);
    const adder = books.months.get(open) ?? lineAdder();
    books.months.set(open, adder);
    adder.add(line);
    books.seen.pending += line.net;
    if (line.kind === 'refund' || line.kind === 'commission_refund') books.seen.refunds_charged -= line.net;
  }

  return {
    /** Reads what the log got since. */
    async catchUp(): Promise<void> {
      for (let more = true; more; ) {
        const page = await log.readAll(through, { limit: EVENTS_AT_ONCE, types: TYPES });
        for (const event of page.events) take(event);
        more = page.through > through && page.events.length > 0;
        through = page.through;
      }
    },
    /** Creators with lines in a month, each with the sum. */
    month: (month: BusinessMonth): { user_id: UserId; sums: LineSums }[] =>
      [...creators].flatMap(([user_id, { months }]) => {
        const adder = months.get(month);
        return adder ? [{ user_id, sums: adder.sums() }] : [];
      }),
    /** A creator's income that is not settled. */
    pendingOf(user_id: UserId): PendingSnapshot {
      const { pending, refunds_charged, settled } = booksOf(user_id).seen;
      return {
        pending: fenOf(pending),
        refunds_charged: fenOf(refunds_charged),
        settled: fenOf(settled),
      };
    },
  };
}

export type DemoBooks = ReturnType<typeof openDemoBooks>;
