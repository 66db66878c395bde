import type { CartOrderNo, UserId } from '#events/ids.ts';
import { cartEntryStream } from '#events/stream-names.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import type { Decided, States } from '../engine/command.ts';
import { cartEntryKind, type EntryRevision } from './cart-entry.ts';

/** The cart order with which this revision was bought, if it was. */
export function orderedWith(states: States, { cart_id, revision }: EntryRevision): CartOrderNo | null {
  const entry = states.get(cartEntryKind, cartEntryStream(cart_id));
  return entry.phase === 'ordered' && entry.revision >= revision ? entry.cart_order_no : null;
}

/** Names every entry that an earlier order has bought, each by its place among the orders. */
export function orderedBefore(states: States, entries: readonly EntryRevision[]): Refusal | null {
  let cart_order_no: CartOrderNo | null = null;
  const errors: FieldError[] = [];
  for (const [n, entry] of entries.entries()) {
    const other = orderedWith(states, entry);
    if (other === null) continue;
    cart_order_no ??= other;
    errors.push({ field: `orders.${n}`, message: { key: 'already_ordered' } });
  }
  return cart_order_no === null ? null : { code: 'already_ordered', cart_order_no, errors };
}

/** The claim of a cart order on its entries: written with the order, so that no second order has the same claim. */
export const claimed = (
  entries: readonly EntryRevision[],
  { user_id, cart_order_no }: { user_id: UserId; cart_order_no: CartOrderNo },
  creators: readonly string[],
): Decided[] =>
  entries.map(({ cart_id, revision }, n) => ({
    stream: cartEntryStream(cart_id),
    creator_id: creators[n] ?? '',
    event: { type: 'CartEntryOrdered', data: { cart_id, revision, user_id, cart_order_no } },
  }));
