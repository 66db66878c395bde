import type { RecordedEvent } from '#events/recorded-event.ts';
import { type BusinessCalendar, type BusinessDay, type Millis, nextMonth } from '#events/time.ts';
import type { OrderProgress } from './tables.ts';

/** Numbers of the orders whose memberships change in a batch. */
export const ordersOfMembership = (event: RecordedEvent): string[] =>
  event.type === 'MembershipRevoked'
    ? [event.data.out_trade_no, ...event.data.moved.map(({ out_trade_no }) => out_trade_no)]
    : [];

/** Days sort as text, and before `infinity`. */
export const laterOf = (one: string | null, other: string): string =>
  one === null || one < other ? other : one;
export const monthAfter = (day: BusinessDay): BusinessDay => `${nextMonth(day.slice(0, 7))}-01`;

/**
 * Keeps from when to when the membership runs that each order gave. An order that was never placed here (its
 * membership came otherwise) is passed over.
 */
export function foldMembership(
  event: RecordedEvent,
  orderOf: (out_trade_no: string) => OrderProgress | undefined,
  calendar: BusinessCalendar,
): void {
  const endOf = (until: Millis | null): string => (until === null ? 'infinity' : calendar.dayOf(until));
  switch (event.type) {
    case 'MembershipStarted':
    case 'MembershipExtended':
    case 'MembershipUpgraded': {
      const { out_trade_no, from, until } = event.data;
      const order = orderOf(out_trade_no);
      if (!order) break;
      const sponsor_until = laterOf(order.sponsor_until, endOf(until));
      Object.assign(order, { member_from: from, member_until: until, sponsor_until });
      break;
    }
    case 'MembershipRevoked': {
      const { out_trade_no, moved } = event.data;
      const now = event.metadata.at;
      // Days that are over stay as they were, and so do the months of payments.
      const shorten = (order: OrderProgress, end: string): void => {
        if (order.paid_day && order.sponsor_until !== null && order.sponsor_until > end)
          order.sponsor_until = laterOf(end, monthAfter(order.paid_day));
      };
      const gone = orderOf(out_trade_no);
      if (gone) {
        gone.member_back_at = now;
        // The orders that are left cover the days for which the membership still runs.
        shorten(gone, endOf(now));
      }
      // Later purchases move up.
      for (const { out_trade_no: later, from, until } of moved) {
        const order = orderOf(later);
        if (!order) continue;
        Object.assign(order, { member_from: from, member_until: until });
        shorten(order, endOf(until === null ? null : Math.max(until, now)));
      }
      break;
    }
    default:
      break;
  }
}
