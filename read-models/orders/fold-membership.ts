import type { ProjectedEvent } from '../engine/projection.ts';
import type { OrderProgress } from './tables.ts';

/** Numbers of the orders whose memberships change in a batch. */
export const ordersOfMembership = (event: ProjectedEvent): string[] =>
  event.type === 'MembershipRevoked'
    ? [event.data.out_trade_no, ...event.data.left.map(({ out_trade_no }) => out_trade_no)]
    : [];

/**
 * Keeps from when to when the membership runs that each order gave. An order that was never placed here (its
 * membership came otherwise) is passed over.
 */
export function foldMembership(
  event: ProjectedEvent,
  orderOf: (out_trade_no: string) => OrderProgress | undefined,
): void {
  switch (event.type) {
    case 'MembershipStarted':
    case 'MembershipExtended':
    case 'MembershipUpgraded': {
      const { out_trade_no, from, until } = event.data;
      const order = orderOf(out_trade_no);
      if (order) Object.assign(order, { member_from: from, member_until: until });
      break;
    }
    case 'MembershipRevoked': {
      const { out_trade_no, left } = event.data;
      const gone = orderOf(out_trade_no);
      if (gone) gone.member_back_at = event.metadata.at;
      // Later purchases move up.
      for (const { out_trade_no: later, from, until } of left) {
        const order = orderOf(later);
        if (order) Object.assign(order, { member_from: from, member_until: until });
      }
      break;
    }
    default:
      break;
  }
}
