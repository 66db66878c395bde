import type { CartOrderNo, UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A cart entry as it was when its purchase was attempted. */
export interface EntryRevision {
  cart_id: string;
  revision: number;
}

/** With which order an entry was bought last, and the revision that was bought. */
type CartEntryState =
  | { phase: 'none' }
  | { phase: 'ordered'; user_id: UserId; revision: number; cart_order_no: CartOrderNo };

const noCartEntry: CartEntryState = { phase: 'none' };

function evolveCartEntry(state: CartEntryState, event: DomainEvent): CartEntryState {
  if (event.type !== 'CartEntryOrdered') return state;
  const { user_id, revision, cart_order_no } = event.data;
  return { phase: 'ordered', user_id, revision, cart_order_no };
}

export const cartEntryKind = streamKind<CartEntryState>('cartentry', noCartEntry, evolveCartEntry, {
  shape: 1,
});
