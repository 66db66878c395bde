import type { OutTradeNo, UserId } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import type { CaseSide } from '#events/status.ts';
import { refundRequestStream, supportRefundsStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Decided } from '../engine/command.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A line of the thread. */
export interface CaseEntry {
  what:
    | 'opened'
    | 'message'
    | 'declined'
    | 'refund_requested'
    | 'refund_declined'
    | 'accepted'
    | 'passed_on'
    | 'closed';
  case_id: string;
  by: CaseSide;
  user_id: UserId;
  text_ref: string | null;
  /** Ids of pictures. */
  pics: readonly string[];
  /** Of staff. */
  reason: string;
  /** Refunded, requested or declined with it. */
  amount: Fen | null;
  at: Millis;
}

/** A refund of staff that a second person has to approve. */
export interface WaitingRefund {
  refund_id: string;
  amount: Fen;
  /** Who requested it. */
  user_id: UserId;
  /** Business day on which it counts for the limit of support; empty: it does not count. */
  counted_day: string;
}

export interface KnownCase {
  /**
   * `open`: the creator has to answer. `answered`, `declined`: by the creator. `escalated`: passed on to staff.
   * `accepted`, `closed`: over.
   */
  phase: 'open' | 'answered' | 'declined' | 'escalated' | 'accepted' | 'closed';
  case_id: string;
  out_trade_no: OutTradeNo;
  /** The fan. */
  user_id: UserId;
  kind: DataOf<'CaseOpened'>['kind'];
  topic: DataOf<'CaseOpened'>['topic'];
  units: DataOf<'CaseOpened'>['units'];
  opened_at: Millis;
  due_at: Millis;
  /** Since then staff may read it; null: not yet. */
  passed_on_at: Millis | null;
  /** Cases of this order so far, this one included. */
  cases: number;
  /** Messages of this case so far. */
  messages: number;
  /** Pictures of this case so far. */
  pics: number;
  /** Ends with the case. */
  waiting: WaitingRefund | null;
  /** Refunds of this case that were requested so far, the waiting one included. */
  requests: number;
  /** Of all cases of the order, oldest first. */
  entries: readonly CaseEntry[];
}

export type CaseState = { phase: 'none' } | KnownCase;

const noCase: CaseState = { phase: 'none' };

const OVER: readonly CaseState['phase'][] = ['none', 'accepted', 'closed'];
/** Whether nothing more happens in it; another case can be opened. */
export const isOver = ({ phase }: CaseState): boolean => OVER.includes(phase);

type CaseAction =
  | 'CaseMessageAdded'
  | 'CaseDeclined'
  | 'CaseRefundRequested'
  | 'CaseRefundDeclined'
  | 'CaseAccepted'
  | 'CaseClosed';
const WORDS = {
  CaseMessageAdded: 'message',
  CaseDeclined: 'declined',
  CaseRefundRequested: 'refund_requested',
  CaseRefundDeclined: 'refund_declined',
  CaseAccepted: 'accepted',
  CaseClosed: 'closed',
} as const satisfies Record<CaseAction, CaseEntry['what']>;

const entryOf = (type: CaseAction, data: DataOf<CaseAction>, at: Millis): CaseEntry => ({
  what: WORDS[type],
  case_id: data.case_id,
  by: data.by,
  user_id: data.user_id,
  text_ref: data.text_ref,
  pics: 'pics' in data ? data.pics : [],
  reason: data.reason,
  amount: 'amount' in data ? data.amount : null,
  at,
});

/** A message of the fan is a question again, one of the creator an answer; one to or from staff changes nothing. */
function afterMessage({ phase }: KnownCase, by: CaseSide): KnownCase['phase'] {
  if (phase === 'open' && by === 'creator') return 'answered';
  return phase === 'answered' && by === 'fan' ? 'open' : phase;
}

function evolveCase(state: CaseState, event: DomainEvent, at: Millis): CaseState {
  const before = state.phase === 'none' ? [] : state.entries;
  if (event.type === 'CaseOpened') {
    const { text_ref, pics, ...opened } = event.data;
    const { case_id, user_id } = opened;
    const entry = {
      what: 'opened',
      case_id,
      by: 'fan',
      user_id,
      text_ref,
      pics,
      reason: '',
      amount: null,
      at,
    } as const;
    return {
      ...opened,
      phase: 'open',
      opened_at: at,
      passed_on_at: null,
      cases: state.phase === 'none' ? 1 : state.cases + 1,
      messages: 0,
      pics: pics.length,
      waiting: null,
      requests: 0,
      entries: [...before, entry],
    };
  }
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'CaseMessageAdded': {
      const entries = [...before, entryOf(event.type, event.data, at)];
      const phase = afterMessage(state, event.data.by);
      const pics = state.pics + event.data.pics.length;
      return { ...state, phase, messages: state.messages + 1, pics, entries };
    }
    case 'CaseDeclined':
      return { ...state, phase: 'declined', entries: [...before, entryOf(event.type, event.data, at)] };
    case 'CaseRefundRequested': {
      const { refund_id, amount, user_id, counted_day } = event.data;
      const waiting = { refund_id, amount, user_id, counted_day };
      const entries = [...before, entryOf(event.type, event.data, at)];
      return { ...state, waiting, requests: state.requests + 1, entries };
    }
    case 'CaseRefundDeclined':
      return { ...state, waiting: null, entries: [...before, entryOf(event.type, event.data, at)] };
    case 'CaseAccepted':
    case 'CaseClosed': {
      const phase = event.type === 'CaseAccepted' ? 'accepted' : 'closed';
      return { ...state, phase, waiting: null, entries: [...before, entryOf(event.type, event.data, at)] };
    }
    case 'CasePassedOn': {
      const { case_id, user_id } = event.data;
      const nothing = { text_ref: null, pics: [], reason: '', amount: null };
      const entry = { what: 'passed_on', case_id, by: 'fan', user_id, ...nothing, at } as const;
      return { ...state, phase: 'escalated', passed_on_at: at, entries: [...before, entry] };
    }
    default:
      return state;
  }
}

export const caseKind = streamKind<CaseState>('case', noCase, evolveCase, { shape: 2 });

/** Time in which the creator decides, and then staff. */
export const CASE_DUE_MS: Millis = 72 * 3_600_000;

/** Until then the case has to be decided: by the creator, or once it was passed on by staff. */
export const dueOf = ({ due_at, passed_on_at }: KnownCase): Millis =>
  passed_on_at === null ? due_at : passed_on_at + CASE_DUE_MS;

/** The streams that the end of the waiting refund writes to. */
export function waitingStreams(state: CaseState): string[] {
  if (state.phase === 'none' || state.waiting === null) return [];
  const { refund_id, user_id, counted_day } = state.waiting;
  const request = refundRequestStream(refund_id);
  return counted_day === '' ? [request] : [request, supportRefundsStream(user_id)];
}

/** Gives the amount of a refund that was not made back to the limit of its day. */
export function returned(
  { case_id, out_trade_no }: KnownCase,
  { user_id, amount, counted_day: day }: WaitingRefund,
  creator_id: string,
): Decided[] {
  if (day === '') return [];
  const data = { user_id, case_id, out_trade_no, day, amount };
  const event = { type: 'SupportRefundReturned' as const, data };
  return [{ stream: supportRefundsStream(user_id), creator_id, event }];
}

/** Ends the waiting refund of a case that ends in another way, or requests another refund. */
export function withdrawn(one: KnownCase, by: UserId, creator_id: string): Decided[] {
  if (one.waiting === null) return [];
  const { refund_id } = one.waiting;
  const data = { refund_id, out_trade_no: one.out_trade_no, by };
  const event = { type: 'RefundRequestWithdrawn' as const, data };
  return [
    { stream: refundRequestStream(refund_id), creator_id, event },
    ...returned(one, one.waiting, creator_id),
  ];
}

/** The refunds of a person of support on the last day with any, the waiting ones included. */
interface SupportRefunds {
  day: string;
  amount: Fen;
}

function evolveSupportRefunds(state: SupportRefunds, event: DomainEvent): SupportRefunds {
  if (event.type === 'SupportRefundCounted') {
    const { day, amount } = event.data;
    return { day, amount: day === state.day ? fenOf(state.amount + amount) : amount };
  }
  const isReturned = event.type === 'SupportRefundReturned' && event.data.day === state.day;
  return isReturned ? { ...state, amount: fenOf(state.amount - event.data.amount) } : state;
}

export const supportRefundsKind = streamKind<SupportRefunds>(
  'supportrefunds',
  { day: '', amount: ZERO },
  evolveSupportRefunds,
  { shape: 1 },
);
