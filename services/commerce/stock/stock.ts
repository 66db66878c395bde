import type { PlanId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/**
 * The units of one SKU. Orders record who holds how many, in the same append; the stock has only sums, so its state
 * stays small.
 */
export interface StockState {
  /** null until the SKU was first offered. */
  plan_id: PlanId | null;
  /** null: unlimited. */
  stock: number | null;
  held: number;
  sold: number;
}

export const noStock: StockState = { plan_id: null, stock: null, held: 0, sold: 0 };

/** Units that can still be held; null: any number. */
export const unitsLeft = (state: StockState): number | null =>
  state.stock === null ? null : state.stock - state.held - state.sold;

export function canHold(state: StockState, count: number): boolean {
  const left = unitsLeft(state);
  return left === null || count <= left;
}

function change(state: StockState, held: number, sold: number): StockState {
  const next = { ...state, held: state.held + held, sold: state.sold + sold };
  // A negative fold means that an event was written without its order: stop.
  if (next.held < 0 || next.sold < 0) throw new Error(`stock of ${state.plan_id} fell below zero`);
  return next;
}

export function evolveStock(state: StockState, event: DomainEvent, _at: Millis): StockState {
  switch (event.type) {
    case 'StockSet':
      return { ...state, plan_id: event.data.plan_id, stock: event.data.stock };
    case 'StockHeld':
      return change(state, event.data.count, 0);
    case 'StockSold':
      return change(state, -event.data.count, event.data.count);
    case 'StockReleased':
      return change(state, -event.data.count, 0);
    case 'StockReturned':
      return change(state, 0, -event.data.count);
    default:
      return state;
  }
}

export const stockKind = streamKind<StockState>('stock', noStock, evolveStock, { shape: 1 });
