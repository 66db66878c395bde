import type { CartOrderNo, UserId } from './ids.ts';

/** The result of one entry of a fan's cart. */
export interface CartEntryEvent {
  /** The entry, as it was at this revision, was bought with this cart order. Its next revision can be bought again. */
  type: 'CartEntryOrdered';
  data: { cart_id: string; revision: number; user_id: UserId; cart_order_no: CartOrderNo };
}
