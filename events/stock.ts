import { z } from 'zod';
import { outTradeNo, planId, skuId, userId } from './ids.ts';
import { millis } from './time.ts';

const ofUnits = z.object({ sku_id: skuId, out_trade_no: outTradeNo, count: z.int() });

/** Changes of the units of one SKU. Held plus sold units never exceed the stock (docs/domain/stock.md). */
export const stockEvents = {
  /** `stock` null means unlimited. */
  StockSet: z.object({ sku_id: skuId, plan_id: planId, stock: z.int().nullable() }),
  StockHeld: ofUnits.extend({ expires_at: millis }),
  StockSold: ofUnits,
  /** A hold is released: the order was cancelled or expired. */
  StockReleased: ofUnits,
  /** Sold units return after a full refund before shipping. */
  StockReturned: ofUnits,
};

const ofBundles = z.object({ plan_id: planId, out_trade_no: outTradeNo, count: z.int() });

/** Changes of the number of bundles of a plan; stock of the parts is separate (docs/domain/stock.md). */
export const bundleEvents = {
  /** `stock` null means unlimited. */
  BundleStockSet: z.object({ plan_id: planId, stock: z.int().nullable() }),
  BundleHeld: ofBundles.extend({ expires_at: millis }),
  BundleSold: ofBundles,
  /** A hold is released: the order was cancelled or expired. */
  BundleReleased: ofBundles,
  /** Sold bundles return after a full refund before shipping. */
  BundleReturned: ofBundles,
};

const purchase = z.object({ plan_id: planId, user_id: userId, out_trade_no: outTradeNo });

/** Units of one plan that one fan has bought, for its purchase limits. */
export const allowanceEvents = {
  AllowanceTaken: purchase.extend({
    lines: z.array(z.object({ sku_id: skuId, count: z.int() })),
    units: z.int(),
  }),
  AllowanceReturned: purchase,
};
