import { derivedHexId } from '#events/ids.ts';
import { type Fen, fenOf, toWire, ZERO } from '#events/money.ts';
import { caseStream, orderStream, refundRequestStream, supportRefundsStream } from '#events/stream-names.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { statesAfter } from '../engine/states-after.ts';
import { refundable } from '../orders/order.ts';
import { type RefundOrder, refundOrder } from '../refunds/refund-order.ts';
import {
  type CaseState,
  caseKind,
  isOver,
  type KnownCase,
  supportRefundsKind,
  waitingStreams,
  withdrawn,
} from './case.ts';
import { type CaseActor, caseFor } from './move-case.ts';

export interface AcceptCase
  extends CaseActor,
    Pick<RefundOrder, 'amount' | 'units' | 'ticket_ids' | 'second_above'> {
  by: 'creator' | 'staff';
  text_ref: string | null;
  /** Of staff; stored permanently. */
  reason: string;
  /** Fen that this person of support refunds in a business day; undefined: without a limit. */
  day_limit?: Fen | undefined;
}

interface AcceptedCase {
  phase: KnownCase['phase'];
  amount: Fen;
  /** A second person has to approve the refund; the case stays with staff. */
  waits: boolean;
}

/** One case is one refund, no matter who decides; each request that was declined or withdrawn makes room for another. */
const nextRefundId = (case_id: string, state: CaseState): string => {
  const requests = state.phase === 'none' ? 0 : state.requests;
  return requests === 0
    ? derivedHexId('case-refund', case_id)
    : derivedHexId('case-refund', case_id, String(requests));
};

/** Whether the creator may give the refund now; staff does in cases that were passed on. */
export const mayAccept = (by: AcceptCase['by'], one: KnownCase): boolean =>
  by === 'creator' ? !isOver(one) : one.phase === 'escalated';

/** Counts a refund by support, or refuses it above the limit of the day. */
function counted(
  states: States,
  input: AcceptCase,
  creator_id: string,
  amount: Fen,
  day: string,
): Decided[] | Refusal {
  const { day_limit, user_id, case_id, out_trade_no } = input;
  if (day_limit === undefined || amount === 0) return [];
  const stream = supportRefundsStream(user_id);
  const before = states.get(supportRefundsKind, stream);
  const left = fenOf(Math.max(0, day_limit - (before.day === day ? before.amount : 0)));
  if (amount > left) return badInput('amount', { key: 'out_of_range', min: '0.01', max: toWire(left) });
  const data = { user_id, case_id, out_trade_no, day, amount };
  return [{ stream, creator_id, event: { type: 'SupportRefundCounted', data } }];
}

/**
 * Refunds the order of a case by the rules of `refundOrder`, and ends the case with it; an order that has nothing left
 * ends it without a refund. Once per case: the same person again changes nothing, another is refused
 * (state_does_not_allow). A large refund by staff is only requested: the case then stays open and has one waiting
 * refund; another decision withdraws it. Refuses the same as `moveCase` and `refundOrder`, and by field `amount` more
 * than support refunds in a day, the waiting ones included.
 */
export function acceptCase(input: AcceptCase): Command<AcceptedCase> {
  const { out_trade_no, case_id, by, user_id, text_ref, day_limit } = input;
  const [order, stream] = [orderStream(out_trade_no), caseStream(out_trade_no)];
  const refundAs = (refund_id: string) =>
    refundOrder({
      out_trade_no,
      by: { kind: by === 'creator' ? 'creator' : 'finance', user_id },
      refund_id,
      amount: input.amount,
      units: input.units,
      ticket_ids: input.ticket_ids,
      reason: input.reason,
      second_above: input.second_above,
    });
  const limit = day_limit === undefined ? [] : [supportRefundsStream(user_id)];
  return {
    name: 'accept_case',
    owed: true,
    actor: `user:${user_id}`,
    streams: [order, stream, ...limit],
    furtherStreams(states) {
      const state = states.get(caseKind, stream);
      const refund_id = nextRefundId(case_id, state);
      const effects = refundAs(refund_id).furtherStreams?.(states) ?? [];
      return [...new Set([...effects, refundRequestStream(refund_id), ...waitingStreams(state)])];
    },
    decide(states, now) {
      const found = caseFor(states, input);
      if (isRefusal(found)) return refuse(found);
      const { one } = found;
      const last = one.entries.at(-1);
      if (one.phase === 'accepted' && last?.user_id === user_id) {
        return accept([], { phase: one.phase, amount: last.amount ?? ZERO, waits: false });
      }
      if (found.order.phase !== 'paid' || !mayAccept(by, one))
        return refuse({ code: 'state_does_not_allow' });
      const reason = by === 'staff' ? checkedReason(input.reason, 'reason', true) : '';
      if (isRefusal(reason)) return refuse(reason);
      const { creator_id } = found.order.placed;
      const action = { case_id, out_trade_no, by, user_id, text_ref, reason };
      const ended = (amount: Fen): Decided => ({
        stream,
        creator_id,
        event: { type: 'CaseAccepted', data: { ...action, amount } },
      });
      const before = withdrawn(one, user_id, creator_id);
      if (refundable(found.order) === 0 && found.order.refunds.length > 0) {
        return accept([...before, ended(ZERO)], { phase: 'accepted', amount: ZERO, waits: false });
      }
      const refund_id = nextRefundId(case_id, one);
      const decision = refundAs(refund_id).decide(states, now);
      if (!decision.accepted) return decision;
      const { amount, waits } = decision.result;
      // The same request again waits as before.
      const isWaiting =
        waits && one.waiting !== null && refundAs(one.waiting.refund_id).decide(states, now).accepted;
      if (isWaiting) return accept([], { phase: one.phase, amount, waits });
      const day = states.calendar.dayOf(now);
      const count = counted(statesAfter(states, before, now), input, creator_id, amount, day);
      if (isRefusal(count)) return refuse(count);
      const counted_day = count.length > 0 ? day : '';
      const requested: Decided = {
        stream,
        creator_id,
        event: { type: 'CaseRefundRequested', data: { ...action, refund_id, amount, counted_day } },
      };
      return accept([...before, ...decision.events, waits ? requested : ended(amount), ...count], {
        phase: waits ? one.phase : 'accepted',
        amount,
        waits,
      });
    },
  };
}
