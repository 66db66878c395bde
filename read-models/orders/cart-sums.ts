import { anyOf, type Params, queriesOf, query, type RowOf } from '../engine/query.ts';
import { ORDERS } from './tables.ts';

/** Totals over the orders of each cart, in fen: all orders for its fan, only the own ones for a creator. */
export const cartSums = query(
  ['orders'],
  ({ carts, viewer }: Params<{ carts: readonly string[]; viewer: string }>) =>
    queriesOf(ORDERS)
      .selectFrom('orders')
      .select(({ fn, ref }) => [
        ref('cart_order_no').$notNull().as('cart_order_no'),
        fn.sum<number>('total_amount').as('total_amount'),
        fn.sum<number>('shipping_fee').as('shipping_fee'),
      ])
      .where('cart_order_no', '=', anyOf(carts))
      .where((eb) => eb.or([eb('user_id', '=', viewer), eb('creator_id', '=', viewer)]))
      .groupBy('cart_order_no'),
);
export type CartSums = RowOf<typeof cartSums>;
