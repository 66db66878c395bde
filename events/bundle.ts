import type { OutTradeNo, PlanId } from './ids.ts';
import type { Millis } from './time.ts';

/** What can happen to the bundles of one plan, besides the stock of what is in them (docs/domain.md). */
export type BundleEvent =
  /** `stock` null means unlimited. */
  | { type: 'BundleStockSet'; data: { plan_id: PlanId; stock: number | null } }
  | {
      type: 'BundleHeld';
      data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number; expires_at: Millis };
    }
  | { type: 'BundleSold'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } }
  /** A hold given back: the order was cancelled or expired. */
  | { type: 'BundleReleased'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } }
  /** Sold bundles given back by a full refund before shipping. */
  | { type: 'BundleReturned'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } };
