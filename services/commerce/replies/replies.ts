import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A paid order that lacks lines. */
interface Waiting {
  out_trade_no: OutTradeNo;
  user_id: UserId;
  units: number;
}

/** One pool of random replies: lines from `next` to `added` are left. */
export interface RepliesState {
  /** null before the first lines; until then no message reports an empty pool. */
  creator_id: UserId | null;
  /** Lines ever added. */
  added: number;
  /** Number of the next line to give. */
  next: number;
  /** In order of payment; empty while lines remain. */
  waiting: readonly Waiting[];
  /** The newest fills, so that a repetition is added once. */
  fills: readonly string[];
}

const noReplies: RepliesState = { creator_id: null, added: 0, next: 0, waiting: [], fills: [] };

/** Number of fills that are remembered; requests are repeated soon. */
const REMEMBERED_FILLS = 50;

export const linesLeft = ({ added, next }: RepliesState): number => added - next;

/** Removes units that an order waits for; at zero it is removed. */
function waitLess(waiting: readonly Waiting[], order: OutTradeNo, units: number): readonly Waiting[] {
  return waiting.flatMap((one) => {
    if (one.out_trade_no !== order) return [one];
    return one.units > units ? [{ ...one, units: one.units - units }] : [];
  });
}

/** @throws when a line is missing or would be sent twice: such an event is a bug */
function taken(state: RepliesState, first: number, count: number): RepliesState {
  if (first !== state.next || count > linesLeft(state)) {
    throw new Error(`line ${first} is given, but ${state.next} is next of ${state.added}`);
  }
  return { ...state, next: first + count };
}

function evolveReplies(state: RepliesState, event: DomainEvent, _at: Millis): RepliesState {
  switch (event.type) {
    case 'RepliesAdded': {
      const { creator_id, count, fill_id } = event.data;
      const fills = [...state.fills, fill_id].slice(-REMEMBERED_FILLS);
      return { ...state, creator_id, added: state.added + count, fills };
    }
    case 'RepliesDropped':
      return taken(state, event.data.first, event.data.count);
    case 'RepliesGiven': {
      const { out_trade_no, first, count } = event.data;
      const waiting = waitLess(state.waiting, out_trade_no, count);
      return { ...taken(state, first, count), waiting };
    }
    case 'RepliesAwaited': {
      const { out_trade_no, user_id, units } = event.data;
      return { ...state, waiting: [...state.waiting, { out_trade_no, user_id, units }] };
    }
    case 'RepliesForgone': {
      const { out_trade_no, units } = event.data;
      return { ...state, waiting: waitLess(state.waiting, out_trade_no, units) };
    }
    default:
      return state;
  }
}

export const repliesKind = streamKind<RepliesState>('replies', noReplies, evolveReplies, { shape: 1 });
