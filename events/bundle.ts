import type { OutTradeNo, PlanId } from './ids.ts';
import type { Millis } from './time.ts';

/** Changes of the number of bundles of a plan; stock of the parts is separate (docs/domain/stock.md). */
export type BundleEvent =
  /** `stock` null means unlimited. */
  | { type: 'BundleStockSet'; data: { plan_id: PlanId; stock: number | null } }
  | {
      type: 'BundleHeld';
      data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number; expires_at: Millis };
    }
  | { type: 'BundleSold'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } }
  /** A hold is released: the order was cancelled or expired. */
  | { type: 'BundleReleased'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } }
  /** Sold bundles return after a full refund before shipping. */
  | { type: 'BundleReturned'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } };
