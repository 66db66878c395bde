import type { RecordedEvent } from '#events/recorded-event.ts';
import type { EventType } from '#events/registry.ts';
import type { WebhookTopic } from '#services/contract/open/topics.ts';

const TOPICS: Partial<Record<EventType, WebhookTopic>> = {
  OrderPaid: 'order',
  OrderRefunded: 'order.refunded',
  OrderShipped: 'order.shipped',
  MembershipStarted: 'membership.started',
  MembershipExtended: 'membership.extended',
  MembershipUpgraded: 'membership.extended',
  MembershipExpired: 'membership.expired',
  MembershipRevoked: 'membership.expired',
  MembershipMovedOut: 'membership.expired',
  MembershipMovedIn: 'membership.started',
  GoalReached: 'goal.reached',
  PostPublished: 'post.published',
  TicketCheckedIn: 'ticket.used',
  TicketCheckInUndone: 'ticket.check_in_undone',
  TicketHolderChanged: 'ticket.holder_changed',
  TicketHandedOver: 'ticket.holder_changed',
  MonthSettled: 'settlement',
  WithdrawalRequested: 'withdrawal',
  WithdrawalApproved: 'withdrawal',
  WithdrawalRejected: 'withdrawal',
  WithdrawalRetried: 'withdrawal',
  PayoutSucceeded: 'withdrawal',
  PayoutFailed: 'withdrawal',
  PayoutDisputeClosed: 'withdrawal',
};

/** Types of events that webhooks carry. */
export const WEBHOOK_EVENTS = Object.keys(TOPICS) as EventType[];

/**
 * Of an event of `WEBHOOK_EVENTS`. After a refund the membership of other orders can run on, with other times. A post
 * that only its creator reads is not sent.
 */
export function topicOf({ type, data, metadata }: RecordedEvent): WebhookTopic | undefined {
  if (metadata.imported) return undefined;
  if (type === 'MembershipRevoked') {
    const { runs_on, next } = data;
    if (runs_on !== null || next !== null) return 'membership.extended';
  }
  if (type === 'PostPublished' && data.terms.audience.to === 'self') return undefined;
  return TOPICS[type as EventType];
}
