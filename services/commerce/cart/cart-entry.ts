import type { CartOrderNo, UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';

/** A cart entry as it was when its purchase was attempted. */
export interface EntryRevision {
  cart_id: string;
  revision: number;
}

/** With which order an entry was bought last, and the revision that was bought. */
export type CartEntryState =
  | { phase: 'none' }
  | { phase: 'ordered'; user_id: UserId; revision: number; cart_order_no: CartOrderNo };

export const noCartEntry: CartEntryState = { phase: 'none' };

export function evolveCartEntry(state: CartEntryState, event: DomainEvent): CartEntryState {
  if (event.type !== 'CartEntryOrdered') return state;
  const { user_id, revision, cart_order_no } = event.data;
  return { phase: 'ordered', user_id, revision, cart_order_no };
}
