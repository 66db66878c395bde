import type { EventLog } from '#events/log/log.ts';
import { fenOf } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf, DomainEvent, EventType } from '#events/registry.ts';
import { GOAL_TYPE } from '#events/status.ts';
import { ticketStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { withdrawalAmount } from '#read-models/withdrawals/queries.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import { wire } from '../http/money.ts';
import type { OrderWork } from './order-answer.ts';
import { publishedPost } from './posts.ts';
import { type CreatorWork, privateId } from './private-id.ts';

type Work = CreatorWork<Pick<OrderWork['deps'], 'pool'> & { log: Pick<EventLog, 'readStream'> }>;

const secondsOf = (at: Millis): number => Math.floor(at / 1000);
const endOf = (until: Millis | null): number => (until === null ? NEVER_ENDS : secondsOf(until));

const fanOf = (work: Work, user_id: string) => ({ user_id, user_private_id: privateId(work, user_id) });

function membershipOf(work: Work, event: DomainEvent, at: Millis): object | undefined {
  switch (event.type) {
    case 'MembershipStarted':
    case 'MembershipExtended':
    case 'MembershipUpgraded': {
      const { user_id, plan_id, plan_name, out_trade_no, from, until } = event.data;
      const times = { begin_time: secondsOf(from), expire_time: endOf(until) };
      return { ...fanOf(work, user_id), plan_id, plan_name, out_trade_no, ...times };
    }
    case 'MembershipExpired': {
      const { user_id, plan_id, until } = event.data;
      return { ...fanOf(work, user_id), plan_id, expire_time: secondsOf(until), reason: 'expired' };
    }
    case 'MembershipRevoked': {
      const { user_id, plan_id, out_trade_no, runs_on, next } = event.data;
      const { plan_id: plan, until } = runs_on ?? next ?? { plan_id, until: at };
      const left = { plan_id: plan, expire_time: endOf(until) };
      return { ...fanOf(work, user_id), ...left, out_trade_no, reason: 'refunded' };
    }
    case 'MembershipMovedOut': {
      const { user_id, plan_id } = event.data;
      return { ...fanOf(work, user_id), plan_id, expire_time: secondsOf(at), reason: 'handed_over' };
    }
    case 'MembershipMovedIn': {
      const last = event.data.grants.at(-1);
      if (last === undefined) return undefined;
      const { plan_id, plan_name, out_trade_no, until } = last;
      const begin = Math.max(event.data.begin, at);
      const times = { begin_time: secondsOf(begin), expire_time: endOf(until) };
      return { ...fanOf(work, event.data.user_id), plan_id, plan_name, out_trade_no, ...times };
    }
    default:
      return undefined;
  }
}

/** The data of the event that begins a stream. */
async function firstOf<Type extends EventType>({ log }: Work['deps'], stream: string): Promise<DataOf<Type>> {
  const [first] = await log.readStream(stream, { limit: 1 });
  if (!first) throw new Error(`${stream} has no events`);
  return first.data as DataOf<Type>; // by the kind of stream
}

/** Goals of fans count persons, the others yuan. */
async function goalOf({ deps }: Work, stream: string, data: DataOf<'GoalReached'>): Promise<object> {
  const { type } = await firstOf<'GoalSet'>(deps, stream);
  const amount = (value: number) => (type === GOAL_TYPE.sponsor ? value : wire(fenOf(value)));
  const { goal_id, target, value } = data;
  const [period, begin, end] = type === GOAL_TYPE.sum_income ? data.period.split('-') : [data.period];
  const times = end && { begin_time: secondsOf(Number(begin)), end_time: secondsOf(Number(end)) };
  return { goal_id, type, period, ...times, target: amount(target), value: amount(value) };
}

/** @param change what happened to the ticket, without personal data */
async function ticketOf(work: Work, ticket_id: string, change: object) {
  const issued = await firstOf<'TicketIssued'>(work.deps, ticketStream(ticket_id));
  const { out_trade_no, user_id, plan_id, sku_id } = issued;
  return {
    ticket_id,
    out_trade_no,
    ...fanOf(work, user_id),
    plan_id,
    sku_id,
    ...change,
  };
}

const settlementOf = (data: DataOf<'MonthSettled'>): object => ({
  month: data.month,
  orders: data.orders,
  gross: wire(data.gross),
  payment_fee: wire(data.payment_fee),
  service_fee: wire(data.service_fee),
  affiliate_fee: wire(data.affiliate),
  refunds: wire(data.refunds),
  commissions: wire(data.commissions),
  net: wire(data.net),
  available_time: secondsOf(data.available_at),
});

/** The same words as on the page of withdrawals. */
const CHANGES: Partial<Record<DomainEvent['type'], string>> = {
  WithdrawalRequested: 'requested',
  WithdrawalApproved: 'approved',
  WithdrawalRejected: 'rejected',
  WithdrawalRetried: 'retried',
  PayoutSucceeded: 'paid',
  PayoutFailed: 'failed',
  PayoutDisputeClosed: 'corrected',
};

async function withdrawalOf({ deps }: Work, position: number, { type, data }: DomainEvent) {
  const { withdrawal_id } = data as DataOf<'WithdrawalRequested'>; // every one of CHANGES names it
  const { rows, as_of } = await withdrawalAmount(deps.pool, { withdrawal_id });
  if (as_of.position < position) return 'behind';
  const [row] = rows;
  if (!row) return undefined;
  const { amount, status } = row;
  return {
    withdrawal: { order_id: withdrawal_id, change: CHANGES[type], amount: wire(fenOf(amount)), status },
  };
}

/** The subject of a call, by the type of its event. Ids, amounts and times only; undefined for an event that is not sent. */
export async function webhookSubject(
  work: Work,
  event: RecordedEvent,
): Promise<object | 'behind' | undefined> {
  const { at } = event.metadata;
  switch (event.type) {
    case 'OrderRefunded': {
      const { refund_id, amount, reason, by } = event.data;
      return { refund: { refund_id, amount: wire(amount), reason, by } };
    }
    case 'OrderShipped': {
      const { company_id, express_no } = event.data;
      return { shipment: { company_id, express_no } };
    }
    case 'GoalReached':
      return { goal: await goalOf(work, event.stream, event.data) };
    case 'PostPublished':
      return publishedPost(work, event.data.post_id, event.position);
    case 'TicketCheckedIn':
    case 'TicketCheckInUndone': {
      const { ticket_id, device } = event.data;
      const time = event.type === 'TicketCheckedIn' ? 'used_time' : 'undone_time';
      return { ticket: await ticketOf(work, ticket_id, { [time]: secondsOf(at), device }) };
    }
    case 'TicketHolderChanged':
    case 'TicketHandedOver': {
      const { ticket_id, revision } = event.data;
      return { ticket: await ticketOf(work, ticket_id, { changed_time: secondsOf(at), changes: revision }) };
    }
    case 'MonthSettled':
      return { settlement: settlementOf(event.data) };
    default: {
      if (event.type in CHANGES) return withdrawalOf(work, event.position, event);
      const membership = membershipOf(work, event, at);
      return membership && { membership };
    }
  }
}
