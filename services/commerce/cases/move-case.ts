import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { CaseSide } from '#events/status.ts';
import { caseStream, orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { MAX_CASE_PICS } from '#services/contract/cases/case-pictures.ts';
import { badInput, isRefusal, quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse, type States } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { orderKind, type PlacedOrderState } from '../orders/order.ts';
import { concerns } from '../refunds/refund-order.ts';
import { caseKind, isOver, type KnownCase, waitingStreams, withdrawn } from './case.ts';

/** Messages of one case. */
const MAX_CASE_MESSAGES = 50;

export interface CaseActor {
  out_trade_no: OutTradeNo;
  /** A decision about an earlier case is refused. */
  case_id: string;
  by: CaseSide;
  user_id: UserId;
}

interface Found {
  order: PlacedOrderState;
  one: KnownCase;
}

const isParty = ({ placed, owner }: PlacedOrderState, { by, user_id }: CaseActor): boolean =>
  (by === 'fan' ? owner : placed.creator_id) === user_id;

/** The case as this side may act in it. Staff sees cases that were passed on, and none of their own orders. */
export function caseFor(states: States, actor: CaseActor): Found | Refusal {
  const order = states.get(orderKind, orderStream(actor.out_trade_no));
  const one = states.get(caseKind, caseStream(actor.out_trade_no));
  if (order.phase === 'none' || one.phase === 'none') return { code: 'not_found' };
  if (actor.by === 'staff') {
    if (one.passed_on_at === null) return { code: 'not_found' };
    if (concerns(order, actor.user_id)) return { code: 'not_allowed' };
  } else if (!isParty(order, actor)) return { code: 'not_found' };
  return one.case_id === actor.case_id ? { order, one } : { code: 'state_does_not_allow' };
}

export type CaseMove = 'message' | 'decline' | 'pass_on' | 'close';

/** Who can do it, in which phases. */
const CASE_MOVES: Readonly<
  Record<CaseMove, Readonly<Partial<Record<CaseSide, readonly KnownCase['phase'][]>>>>
> = {
  message: {
    fan: ['open', 'answered', 'declined', 'escalated'],
    creator: ['open', 'answered', 'declined', 'escalated'],
    staff: ['escalated'],
  },
  decline: { creator: ['open', 'answered'] },
  pass_on: { fan: ['open', 'answered', 'declined'] },
  close: { fan: ['open', 'answered', 'declined', 'escalated'], staff: ['escalated'] },
};

/** Before the due time only a declined case is passed on. */
export function mayMove(move: CaseMove, by: CaseSide, one: KnownCase, now: Millis): boolean {
  if (!(CASE_MOVES[move][by] ?? []).includes(one.phase)) return false;
  return move !== 'pass_on' || one.phase === 'declined' || now >= one.due_at;
}

export interface MoveCase extends CaseActor {
  move: CaseMove;
  text_ref: string | null;
  /** Ids of own pictures, of a message. */
  pics: readonly string[];
  /** Of staff; stored permanently. */
  reason: string;
}

function eventOf({
  move,
  reason,
  by,
  out_trade_no,
  case_id,
  user_id,
  text_ref,
  pics,
}: MoveCase): DomainEvent {
  const data = { case_id, out_trade_no, by, user_id, text_ref, reason };
  switch (move) {
    case 'message':
      return { type: 'CaseMessageAdded', data: { ...data, pics: [...pics] } };
    case 'decline':
      return { type: 'CaseDeclined', data };
    case 'close':
      return { type: 'CaseClosed', data };
    case 'pass_on':
      return { type: 'CasePassedOn', data: { case_id, out_trade_no, user_id } };
  }
}

/** A message and a decline need a text. Staff writes a reason that stays. */
function textOf({ move, by, text_ref, pics, reason }: MoveCase, one: KnownCase): string | Refusal {
  if (by === 'staff') return checkedReason(reason, 'reason', true);
  if ((move === 'message' || move === 'decline') && text_ref === null)
    return badInput('text', { key: 'required' });
  if (move !== 'message') return '';
  if (one.pics + pics.length > MAX_CASE_PICS) {
    return badInput('pics', { key: 'too_many', max: String(MAX_CASE_PICS) });
  }
  return one.messages >= MAX_CASE_MESSAGES ? quotaReached(MAX_CASE_MESSAGES, 'text') : '';
}

/**
 * Writes in a case, declines it, passes it on to staff, or closes it; closing withdraws a refund that waits. Doing the last move of the case again changes
 * nothing, messages aside. Refuses: a case that the person has no part in (not_found), staff's own orders (not_allowed),
 * an earlier case and a move that the phase does not allow (state_does_not_allow), a missing text or reason, and more
 * than `MAX_CASE_MESSAGES` and `MAX_CASE_PICS`.
 */
export function moveCase(input: MoveCase): Command<{ phase: KnownCase['phase'] }> {
  const { out_trade_no, user_id, move, by } = input;
  const stream = caseStream(out_trade_no);
  return {
    name: `case_${move}`,
    actor: `user:${user_id}`,
    streams: [orderStream(out_trade_no), stream],
    furtherStreams: (states) => (move === 'close' ? waitingStreams(states.get(caseKind, stream)) : []),
    decide(states, now) {
      const found = caseFor(states, input);
      if (isRefusal(found)) return refuse(found);
      const { order, one } = found;
      const { creator_id } = order.placed;
      const last = one.entries.at(-1);
      const isRepeated =
        last?.user_id === user_id &&
        ((move === 'close' && isOver(one) && last.what === 'closed') ||
          (move === 'decline' && last.what === 'declined' && last.text_ref === input.text_ref) ||
          (move === 'message' &&
            last.what === 'message' &&
            by !== 'staff' &&
            last.text_ref === input.text_ref &&
            last.pics.join() === input.pics.join()) ||
          (move === 'pass_on' && last.what === 'passed_on'));
      if (isRepeated) return accept([], { phase: one.phase });
      if (!mayMove(move, by, one, now)) return refuse({ code: 'state_does_not_allow' });
      const reason = textOf(input, one);
      if (isRefusal(reason)) return refuse(reason);
      const event = eventOf({ ...input, reason });
      const phase = caseKind.evolve(one, event, now).phase;
      const ended = move === 'close' ? withdrawn(one, user_id, creator_id) : [];
      return accept([...ended, { stream, creator_id, event }], {
        phase: phase === 'none' ? one.phase : phase,
      });
    },
  };
}
