import type { OutTradeNo, UserId } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import type { CaseSide } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A line of the thread. */
export interface CaseEntry {
  what: 'opened' | 'message' | 'declined' | 'accepted' | 'passed_on' | 'closed';
  case_id: string;
  by: CaseSide;
  user_id: UserId;
  text_ref: string | null;
  /** Of staff. */
  reason: string;
  /** Refunded with it. */
  amount: Fen | null;
  at: Millis;
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
  /** Staff may read it. */
  passed_on: boolean;
  /** Cases of this order so far, this one included. */
  cases: number;
  /** Messages of this case so far. */
  messages: number;
  /** Of all cases of the order, oldest first. */
  entries: readonly CaseEntry[];
}

export type CaseState = { phase: 'none' } | KnownCase;

const noCase: CaseState = { phase: 'none' };

const OVER: readonly CaseState['phase'][] = ['none', 'accepted', 'closed'];
/** Whether nothing more happens in it; another case can be opened. */
export const isOver = ({ phase }: CaseState): boolean => OVER.includes(phase);

type CaseAction = 'CaseMessageAdded' | 'CaseDeclined' | 'CaseAccepted' | 'CaseClosed';
const WORDS = {
  CaseMessageAdded: 'message',
  CaseDeclined: 'declined',
  CaseAccepted: 'accepted',
  CaseClosed: 'closed',
} as const satisfies Record<CaseAction, CaseEntry['what']>;

const entryOf = (type: CaseAction, data: DataOf<CaseAction>, at: Millis): CaseEntry => ({
  what: WORDS[type],
  case_id: data.case_id,
  by: data.by,
  user_id: data.user_id,
  text_ref: data.text_ref,
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
    const { text_ref, ...opened } = event.data;
    const { case_id, user_id } = opened;
    const entry = {
      what: 'opened',
      case_id,
      by: 'fan',
      user_id,
      text_ref,
      reason: '',
      amount: null,
      at,
    } as const;
    return {
      ...opened,
      phase: 'open',
      opened_at: at,
      passed_on: false,
      cases: state.phase === 'none' ? 1 : state.cases + 1,
      messages: 0,
      entries: [...before, entry],
    };
  }
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'CaseMessageAdded': {
      const entries = [...before, entryOf(event.type, event.data, at)];
      const phase = afterMessage(state, event.data.by);
      return { ...state, phase, messages: state.messages + 1, entries };
    }
    case 'CaseDeclined':
      return { ...state, phase: 'declined', entries: [...before, entryOf(event.type, event.data, at)] };
    case 'CaseAccepted':
      return { ...state, phase: 'accepted', entries: [...before, entryOf(event.type, event.data, at)] };
    case 'CaseClosed':
      return { ...state, phase: 'closed', entries: [...before, entryOf(event.type, event.data, at)] };
    case 'CasePassedOn': {
      const { case_id, user_id } = event.data;
      const nothing = { text_ref: null, reason: '', amount: null };
      const entry = { what: 'passed_on', case_id, by: 'fan', user_id, ...nothing, at } as const;
      return { ...state, phase: 'escalated', passed_on: true, entries: [...before, entry] };
    }
    default:
      return state;
  }
}

export const caseKind = streamKind<CaseState>('case', noCase, evolveCase, { shape: 1 });

/** The refunds of a person of support on the last day with any. */
interface SupportRefunds {
  day: string;
  amount: Fen;
}

function evolveSupportRefunds(state: SupportRefunds, event: DomainEvent): SupportRefunds {
  if (event.type !== 'SupportRefundCounted') return state;
  const { day, amount } = event.data;
  return { day, amount: day === state.day ? fenOf(state.amount + amount) : amount };
}

export const supportRefundsKind = streamKind<SupportRefunds>(
  'supportrefunds',
  { day: '', amount: ZERO },
  evolveSupportRefunds,
  { shape: 1 },
);
