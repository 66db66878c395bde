import type { OutTradeNo, PlanId, SkuId } from './ids.ts';
import type { Millis } from './time.ts';

/** Changes of the units of one SKU. Held plus sold units never exceed the stock (docs/domain/stock.md). */
export type StockEvent =
  /** `stock` null means unlimited. */
  | { type: 'StockSet'; data: { sku_id: SkuId; plan_id: PlanId; stock: number | null } }
  | {
      type: 'StockHeld';
      data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number; expires_at: Millis };
    }
  | { type: 'StockSold'; data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number } }
  /** A hold is released: the order was cancelled or expired. */
  | { type: 'StockReleased'; data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number } }
  /** Sold units return after a full refund before shipping. */
  | { type: 'StockReturned'; data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number } };
