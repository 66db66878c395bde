import { fenOf, proportion } from '#events/money.ts';
import type { OrderLine } from '#events/orders.ts';
import { Tally } from '../engine/tally.ts';

/** A SKU's part of an order; `gross` in fen. */
export interface SkuPart {
  sku_id: string;
  units: number;
  gross: number;
}

/**
 * Each SKU's part of an order's total: in proportion to price × count (to count if nothing has a price), with
 * cumulative rounding, so that the parts add up to the total.
 */
export function skuPartsOf(lines: readonly OrderLine[], total_amount: number): SkuPart[] {
  const priced = lines.some(({ price }) => price > 0);
  const weights = lines.map(({ price, count }) => (priced ? price * count : count));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let weighed = 0;
  const rows = new Tally<Pick<SkuPart, 'sku_id'>, 'units' | 'gross'>(['units', 'gross']);
  lines.forEach(({ sku_id, count }, index) => {
    weighed += weights[index] ?? 0;
    const through = proportion(fenOf(total_amount), weighed, whole);
    rows.add({ sku_id }, { units: count, gross: through - before });
    before = through;
  });
  return rows.rows();
}
