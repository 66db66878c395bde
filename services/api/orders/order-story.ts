import { toWire } from '#events/money.ts';
import { NO_REFUND } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Millis } from '#events/time.ts';
import type { Chapter } from '#services/contract/orders/order-detail.ts';
import type { OrderRepliesAnswer } from '#services/contract/replies/calls.ts';
import { companyById } from '#services/modules/delivery/carriers/companies.ts';
import type { Language } from '../http/language.ts';

/** The facts of a story outside of the order's own events. */
export interface StoryContext {
  out_trade_no: string;
  plan_id: string;
  /** End of its membership in Unix seconds; null: permanent, or no membership. */
  member_until: number | null;
  replies: OrderRepliesAnswer | undefined;
  /** The creator also sees the creator's notes. */
  forCreator: boolean;
  language: Language;
}

type Entry = Omit<Chapter, 'time' | 'position'>;

const seconds = (at: Millis): number => Math.floor(at / 1000);
const until = (at: Millis | null): number | null => (at === null ? null : seconds(at));

function paidChapters(
  event: RecordedEvent & { type: 'OrderPaid' },
  tickets: number,
  { replies }: StoryContext,
): Entry[] {
  const { amount, revived } = event.data;
  const list = replies?.list ?? [];
  const replyCount = list.reduce(
    (sum, { reply_content, reply_random_content }) =>
      sum + (reply_content === '' ? 0 : 1) + reply_random_content.length,
    0,
  );
  const more = list.reduce((sum, { reply_pending_num }) => sum + reply_pending_num, 0);
  return [
    { what: 'paid', amount: toWire(amount), revived },
    ...(tickets > 0 ? [{ what: 'tickets' as const, count: tickets }] : []),
    ...(replyCount + more > 0 ? [{ what: 'replies' as const, count: replyCount, more }] : []),
  ];
}

/** The meaning of a membership event for this order. */
function membershipChapter(event: RecordedEvent, telling: StoryContext): Entry | undefined {
  switch (event.type) {
    case 'MembershipStarted':
    case 'MembershipExtended':
    case 'MembershipUpgraded': {
      const { out_trade_no, plan_name: name } = event.data;
      if (out_trade_no === telling.out_trade_no) {
        return { what: 'membership', name, until: until(event.data.until) };
      }
      const replaced = event.type === 'MembershipUpgraded' && event.data.from_plan === telling.plan_id;
      return replaced ? { what: 'membership_replaced', name } : undefined;
    }
    case 'MembershipRevoked':
      return event.data.out_trade_no === telling.out_trade_no ? { what: 'membership_back' } : undefined;
    case 'MembershipExpired': {
      const ended =
        event.data.plan_id === telling.plan_id && seconds(event.data.until) === telling.member_until;
      return ended ? { what: 'membership_ended' } : undefined;
    }
    default:
      return undefined;
  }
}

function orderChapter(event: RecordedEvent, { language, forCreator }: StoryContext): Entry | undefined {
  switch (event.type) {
    case 'OrderPlaced':
      return { what: 'placed', amount: toWire(event.data.total_amount) };
    case 'OrderCancelled':
      return { what: 'cancelled', reason: event.data.reason };
    case 'LatePaymentReceived':
      return { what: 'late', amount: toWire(event.data.amount), reason: event.data.reason };
    case 'LatePaymentReturned':
      if (event.data.provider_refund_id === NO_REFUND) return undefined;
      return { what: 'returned', amount: toWire(event.data.amount) };
    case 'OrderAddressSet':
      return { what: event.data.first ? 'address_set' : 'address_changed' };
    case 'OrderShipped': {
      const { company_id, express_no } = event.data;
      return { what: 'shipped', name: companyById(company_id)?.[language] ?? company_id, express_no };
    }
    case 'OrderDeliveryMoved':
      return { what: 'delivery', state: event.data.state };
    case 'OrderRemarkChanged':
      return { what: 'remark_changed' };
    case 'CreatorRemarkChanged':
      return forCreator ? { what: 'creator_remark_changed' } : undefined;
    case 'OrderHandedOver':
      return { what: 'handed_over' };
    case 'OrderRefunded': {
      const { amount, reason, by, units, ticket_ids } = event.data;
      const count = units.reduce((sum, one) => sum + one.count, 0);
      return { what: 'refunded', amount: toWire(amount), reason, by, count, more: ticket_ids.length };
    }
    default:
      return undefined;
  }
}

const TICKET_CHAPTERS = {
  TicketCheckedIn: 'admitted',
  TicketCheckInUndone: 'admission_undone',
  TicketHolderChanged: 'holder_changed',
} as const;
type TicketChange = RecordedEvent<keyof typeof TICKET_CHAPTERS>;
const isTicketChange = (event: RecordedEvent): event is TicketChange => event.type in TICKET_CHAPTERS;

/** Consecutive changes of one kind are one entry, with the time of the last. */
function addTicketChange(story: Chapter[], { type, data, metadata, position }: TicketChange): void {
  const what = TICKET_CHAPTERS[type];
  const at = type === 'TicketCheckedIn' ? (data.scanned_at ?? metadata.at) : metadata.at;
  const last = story.at(-1);
  if (last?.what === what) story.pop();
  const before = last?.what === what ? (last.count ?? 0) : 0;
  story.push({ what, count: before + 1, time: seconds(at), position });
}

/** What happened to an order, oldest first, from its own events, its tickets' and those of the fan's memberships. */
export function storyOf(events: readonly RecordedEvent[], telling: StoryContext): Chapter[] {
  const refunds = new Map<string, string>();
  let tickets = 0;
  const story: Chapter[] = [];
  for (const event of events) {
    const { metadata, position, type, data } = event;
    const addChapter = (entry: Entry | undefined): void => {
      if (entry) story.push({ ...entry, time: seconds(metadata.at), position });
    };
    if (type === 'OrderPlaced') tickets = data.tickets.length;
    if (type === 'OrderRefunded') refunds.set(data.refund_id, toWire(data.amount));
    if (isTicketChange(event)) addTicketChange(story, event);
    else if (type === 'OrderPaid') paidChapters(event, tickets, telling).forEach(addChapter);
    else if (type === 'RefundSent' || (type === 'FailedRefundPaid' && data.kind === 'refund')) {
      addChapter({ what: 'refund_sent', amount: refunds.get(data.refund_id) });
    } else addChapter(orderChapter(event, telling) ?? membershipChapter(event, telling));
  }
  return story;
}
