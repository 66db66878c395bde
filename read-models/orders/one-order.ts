import type { RecordedEvent } from '#events/recorded-event.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { ListedOrder, ListedRefund } from './columns.ts';
import { foldOrders } from './fold.ts';
import type { OrderRow, RefundRow } from './tables.ts';

const seconds = (at: number): number => Math.floor(at / 1000);
const maybe = (at: number | null): number | null => (at === null ? null : seconds(at));

const listedRefund = ({
  refund_id,
  amount,
  reason,
  decided_by,
  units,
  ticket_count,
  at,
  sent_at,
}: RefundRow) => ({
  refund_id,
  amount,
  reason,
  // The fold wrote these values from the event.
  decided_by: decided_by as ListedRefund['decided_by'],
  units: JSON.parse(units) as ListedRefund['units'],
  ticket_count,
  time: seconds(at),
  sent_time: maybe(sent_at),
});

function listed(row: OrderRow, refunds: readonly RefundRow[]): ListedOrder {
  const { placed_at, paid_at, expires_at, shipped_at, member_from, member_until, member_back_at, lines } =
    row;
  return {
    ...row,
    user_id: row.owner_id,
    payer_id: row.user_id,
    lines: JSON.parse(lines) as ListedOrder['lines'], // the event's own, as the fold wrote them
    refunds: refunds
      .map(listedRefund)
      .toSorted((a, b) => a.time - b.time || (a.refund_id < b.refund_id ? -1 : 1)),
    member_from: maybe(member_from),
    member_until: maybe(member_until),
    member_back_time: maybe(member_back_at),
    ship_time: maybe(shipped_at),
    create_time: seconds(placed_at),
    paid_time: maybe(paid_at),
    expire_time: seconds(expires_at),
  };
}

/**
 * An order as lists show it, folded from its own events (with those of the membership it gave, in the order of the
 * log) instead of read from the table: as true as the events are new. Undefined when it was never placed.
 */
export function foldedOrder(
  events: readonly RecordedEvent[],
  calendar: BusinessCalendar,
): ListedOrder | undefined {
  const { placed, refunds } = foldOrders(events, new Map(), calendar);
  const [row] = placed;
  return row && listed(row, refunds);
}
