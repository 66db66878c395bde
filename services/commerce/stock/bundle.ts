import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** The bundles of one plan; orders record who holds how many. */
interface BundleState {
  /** null: unlimited. */
  stock: number | null;
  held: number;
  sold: number;
}

const noBundles: BundleState = { stock: null, held: 0, sold: 0 };

/** Bundles that can still be held by their own stock; null: any number. */
export const bundlesLeft = ({ stock, held, sold }: BundleState): number | null =>
  stock === null ? null : stock - held - sold;

function change(state: BundleState, held: number, sold: number): BundleState {
  const next = { ...state, held: state.held + held, sold: state.sold + sold };
  // A negative value means that an event was written without its order: stop.
  if (next.held < 0 || next.sold < 0) throw new Error('bundles held or sold fell below zero');
  return next;
}

function evolveBundle(state: BundleState, event: DomainEvent, _at: Millis): BundleState {
  switch (event.type) {
    case 'BundleStockSet':
      return { ...state, stock: event.data.stock };
    case 'BundleHeld':
      return change(state, event.data.count, 0);
    case 'BundleSold':
      return change(state, -event.data.count, event.data.count);
    case 'BundleReleased':
      return change(state, -event.data.count, 0);
    case 'BundleReturned':
      return change(state, 0, -event.data.count);
    default:
      return state;
  }
}

export const bundleKind = streamKind<BundleState>('bundle', noBundles, evolveBundle, { shape: 1 });
