import type { OutTradeNo, SkuId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { streamKind } from '../engine/stream-kind.ts';

export interface Unpaid {
  out_trade_no: OutTradeNo;
  lines: readonly { sku_id: SkuId; count: number }[];
}

/** A fan's unpaid orders when the last one was added. Some can be paid or cancelled since. */
interface UnpaidState {
  orders: readonly Unpaid[];
  /** The account is closed: it places no further order. */
  closed: boolean;
}

export const noUnpaid: UnpaidState = { orders: [], closed: false };

function evolveUnpaid(state: UnpaidState, event: DomainEvent): UnpaidState {
  if (event.type === 'PurchasesClosed') return { ...state, closed: true };
  if (event.type !== 'UnpaidOrderAdded') return state;
  const { out_trade_no, lines, closed } = event.data;
  const orders = [...state.orders, { out_trade_no, lines }];
  return { ...state, orders: orders.filter((order) => !closed.includes(order.out_trade_no)) };
}

export const unpaidKind = streamKind<UnpaidState>('unpaid', noUnpaid, evolveUnpaid, { shape: 2 });
