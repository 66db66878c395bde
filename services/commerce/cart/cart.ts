import type { CartOrderNo, ChargeId, OutTradeNo, UserId } from '#events/ids.ts';
import type { Currency, Fen } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** Orders paid together. Each order has its own stream with its state. */
export interface PlacedCart {
  phase: 'placed';
  cart_order_no: CartOrderNo;
  user_id: UserId;
  orders: readonly { out_trade_no: OutTradeNo; creator_id: UserId; total_amount: Fen }[];
  total_amount: Fen;
  currency: Currency;
  provider: string;
  request_hash: string;
  expires_at: Millis;
  placed_at: Millis;
  /** Charges whose money was divided among the orders. */
  charges: readonly ChargeId[];
}

export type CartState = { phase: 'none' } | PlacedCart;

export const noCart: CartState = { phase: 'none' };

export function evolveCart(state: CartState, event: DomainEvent, at: Millis): CartState {
  if (event.type === 'CartPlaced') return { phase: 'placed', ...event.data, placed_at: at, charges: [] };
  if (state.phase === 'none' || event.type !== 'CartPaid') return state;
  const { charge_id, amount } = event.data;
  // Of another amount nothing was shared out; the right amount may still come.
  return amount === state.total_amount ? { ...state, charges: [...state.charges, charge_id] } : state;
}

export const cartKind = streamKind<CartState>('cart', noCart, evolveCart, { shape: 2 });
