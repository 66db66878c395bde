import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

/** The total of orders paid together, in fen, shipping included. */
export interface CartSums {
  cart_order_no: string;
  total_amount: number;
  shipping_fee: number;
}

const SUMS: Query = {
  name: 'orders-cart-sums',
  models: ['orders'],
  sql: `SELECT o.cart_order_no, sum(o.total_amount)::float8 AS total_amount, sum(o.shipping_fee)::float8 AS shipping_fee
          FROM rm.orders o
         WHERE o.cart_order_no = ANY ($1) AND (o.user_id = $2 OR o.creator_id = $2)
         GROUP BY o.cart_order_no`,
};

/** Sums over the orders of each cart: all orders for its fan, only the own ones for a creator. */
export const cartSums = (pool: Pool, carts: readonly string[], whom: string): Promise<Answer<CartSums>> =>
  runQuery(pool, SUMS, [carts, whom]);
