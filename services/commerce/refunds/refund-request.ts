import type { DataOf, DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A refund that waits for a second person, or its decision. */
export type RefundRequestState =
  | { phase: 'none' }
  | {
      phase: 'waiting' | 'approved' | 'declined' | 'withdrawn';
      request: DataOf<'RefundRequested'>;
      requested_at: Millis;
    };

const noRefundRequest: RefundRequestState = { phase: 'none' };

function evolveRefundRequest(state: RefundRequestState, event: DomainEvent, at: Millis): RefundRequestState {
  if (event.type === 'RefundRequested') return { phase: 'waiting', request: event.data, requested_at: at };
  if (state.phase === 'none') return state;
  if (event.type === 'RefundRequestApproved') return { ...state, phase: 'approved' };
  if (event.type === 'RefundRequestDeclined') return { ...state, phase: 'declined' };
  return event.type === 'RefundRequestWithdrawn' ? { ...state, phase: 'withdrawn' } : state;
}

export const refundRequestKind = streamKind<RefundRequestState>(
  'refundrequest',
  noRefundRequest,
  evolveRefundRequest,
  { shape: 1 },
);
