import type { OutTradeNo, UserId } from '#events/ids.ts';
import { caseStream, orderStream, refundRequestStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { caseKind, type KnownCase, returned, type WaitingRefund, waitingStreams } from '../cases/case.ts';
import { accept, type Command, type Decided, type Decision, refuse, type States } from '../engine/command.ts';
import { refundStreams } from '../orders/effects.ts';
import { orderKind, type PaidOrder } from '../orders/order.ts';
import { concerns, refunding } from './refund-order.ts';
import { type RefundRequestState, refundRequestKind } from './refund-request.ts';

export interface DecideRefundRequest {
  out_trade_no: OutTradeNo;
  refund_id: string;
  by: UserId;
  /** `decline` needs a reason. */
  verdict: { kind: 'approve' } | { kind: 'decline'; reason: string };
}

export interface DecidedRefundRequest {
  /** The order is refunded by it. */
  refunded: boolean;
}

type Waiting = Exclude<RefundRequestState, { phase: 'none' }>;

/** The case that the request belongs to. */
function caseOf(
  states: States,
  { out_trade_no, refund_id }: DecideRefundRequest,
): (KnownCase & { waiting: WaitingRefund }) | undefined {
  const one = states.get(caseKind, caseStream(out_trade_no));
  if (one.phase === 'none' || one.waiting?.refund_id !== refund_id) return undefined;
  return { ...one, waiting: one.waiting };
}

/** The refund ends its case, in the name of the person who requested it. */
function acceptedCase(
  one: ReturnType<typeof caseOf>,
  creator_id: string,
  { reason, amount }: Waiting['request'],
): Decided[] {
  if (one === undefined) return [];
  const { case_id, out_trade_no } = one;
  const { user_id } = one.waiting;
  const data = { case_id, out_trade_no, by: 'staff' as const, user_id, text_ref: null, reason, amount };
  return [{ stream: caseStream(out_trade_no), creator_id, event: { type: 'CaseAccepted', data } }];
}

/** The case goes on without the refund, which no longer counts for the limit of support. */
function declinedInCase(
  one: ReturnType<typeof caseOf>,
  creator_id: string,
  user_id: UserId,
  reason: string,
): Decided[] {
  if (one === undefined) return [];
  const { case_id, out_trade_no, waiting } = one;
  const { refund_id, amount } = waiting;
  const action = { case_id, out_trade_no, by: 'staff' as const, user_id, text_ref: null, reason };
  const event = { type: 'CaseRefundDeclined' as const, data: { ...action, refund_id, amount } };
  return [{ stream: caseStream(out_trade_no), creator_id, event }, ...returned(one, waiting, creator_id)];
}

function approval(
  states: States,
  order: PaidOrder,
  { request }: Waiting,
  decision: DecideRefundRequest,
  now: Millis,
): Decision<DecidedRefundRequest> {
  const { refund_id, out_trade_no, by } = decision;
  if (request.by === by) return refuse(badInput('by', { key: 'second_person' }));
  const { amount, units, ticket_ids, reason } = request;
  const input = { out_trade_no, refund_id, amount, units, ticket_ids, reason };
  const refund = refunding(states, order, { ...input, by: { kind: 'finance', user_id: by } }, now);
  if (!refund.accepted) return refund;
  const { creator_id } = order.placed;
  const approved: Decided = {
    stream: refundRequestStream(refund_id),
    creator_id,
    event: { type: 'RefundRequestApproved', data: { refund_id, out_trade_no, by } },
  };
  const ended = acceptedCase(caseOf(states, decision), creator_id, request);
  return accept([...refund.events, approved, ...ended], { refunded: true });
}

function refusal(
  states: States,
  order: PaidOrder,
  input: DecideRefundRequest,
  reason: string,
): Decision<DecidedRefundRequest> {
  if (reason.trim() === '') return refuse(badInput('reason', { key: 'required' }));
  const { refund_id, out_trade_no, by } = input;
  const event = { type: 'RefundRequestDeclined' as const, data: { refund_id, out_trade_no, by, reason } };
  const stream = refundRequestStream(refund_id);
  const { creator_id } = order.placed;
  const declined = declinedInCase(caseOf(states, input), creator_id, by, reason);
  return accept([{ stream, creator_id, event }, ...declined], { refunded: false });
}

/**
 * A second person of finance approves a large refund, which is then decided like any other, or declines it. The first
 * person can decline it, too. A request of a case ends with that case, which approval accepts and declining leaves open. A repetition changes nothing. Refuses: an unknown request (not_found), people whose
 * order or sale it is (not_allowed), approval by the first person (by), a contrary decision (state_does_not_allow),
 * declining without a reason, and the refusals of `refundOrder`.
 */
export function decideRefundRequest(input: DecideRefundRequest): Command<DecidedRefundRequest> {
  const { out_trade_no, refund_id, by, verdict } = input;
  const stream = orderStream(out_trade_no);
  const requestStream = refundRequestStream(refund_id);
  return {
    name: `${verdict.kind}_refund`,
    actor: `user:${by}`,
    streams: [stream, requestStream, caseStream(out_trade_no)],
    furtherStreams(states) {
      const order = states.get(orderKind, stream);
      const isRefunding = order.phase === 'paid' && verdict.kind === 'approve';
      const theirs = caseOf(states, input);
      return [
        ...(isRefunding ? refundStreams(order) : []),
        ...(theirs === undefined ? [] : waitingStreams(theirs)),
      ];
    },
    decide(states, now) {
      const order = states.get(orderKind, stream);
      const request = states.get(refundRequestKind, requestStream);
      const theirs = request.phase !== 'none' && request.request.out_trade_no === out_trade_no;
      if (order.phase !== 'paid' || request.phase === 'none' || !theirs) return refuse({ code: 'not_found' });
      if (concerns(order, by)) return refuse({ code: 'not_allowed' });
      if (request.phase !== 'waiting') {
        const same = request.phase === (verdict.kind === 'approve' ? 'approved' : 'declined');
        return same
          ? accept([], { refunded: request.phase === 'approved' })
          : refuse({ code: 'state_does_not_allow' });
      }
      return verdict.kind === 'approve'
        ? approval(states, order, request, input, now)
        : refusal(states, order, input, verdict.reason);
    },
  };
}
