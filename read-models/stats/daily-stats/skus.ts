import { fenOf, proportion } from '#events/money.ts';
import type { OrderPlacedData } from '#events/order.ts';
import { bigint, date, id, integer, json, type Row, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
import { ORDER_FACTS, placedFacts } from '../../orders/order-facts.ts';
import type { DayScope } from './days.ts';

interface SkuScope extends DayScope {
  sku_id: string;
}

export const SKU_STATS = ['orders', 'units', 'gross'] as const;

/** Paid orders of a business day by SKU. */
export const DAILY_SKUS = table(
  'daily_skus',
  {
    creator_id: id(),
    plan_id: id(),
    sku_id: id(),
    day: date(),
    orders: integer(),
    units: integer(),
    /** fen: the SKU's part of the totals */
    gross: bigint(),
  },
  { key: ['creator_id', 'plan_id', 'sku_id', 'day'], fillfactor: 80 },
);

/** A SKU's part of an order; `gross` in fen. */
interface Line {
  sku_id: string;
  units: number;
  gross: number;
}

/** Every order with its SKUs: payments do not repeat them. */
export const DAILY_ORDERS = table(
  'daily_orders',
  { ...ORDER_FACTS, lines: json<Line[]>() },
  { key: ['out_trade_no'] },
);

export const skuTally = (): Tally<SkuScope, (typeof SKU_STATS)[number]> => new Tally(SKU_STATS);

/**
 * Each SKU's part of an order's total: in proportion to price × count (to count if nothing has a price), with
 * cumulative rounding, so that the parts add up to the total.
 */
function partsOf({ lines, total_amount }: OrderPlacedData): Line[] {
  const priced = lines.some(({ price }) => price > 0);
  const weights = lines.map(({ price, count }) => (priced ? price * count : count));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let weighed = 0;
  const rows = new Tally<Pick<Line, 'sku_id'>, 'units' | 'gross'>(['units', 'gross']);
  lines.forEach(({ sku_id, count }, index) => {
    weighed += weights[index] ?? 0;
    const through = proportion(fenOf(total_amount), weighed, whole);
    rows.add({ sku_id }, { units: count, gross: through - before });
    before = through;
  });
  return rows.rows();
}

type OrderRow = Row<typeof DAILY_ORDERS>;
export const orderOf = (data: OrderPlacedData): OrderRow => ({
  ...placedFacts(data),
  lines: JSON.stringify(partsOf(data)),
});
export const linesOf = ({ lines }: OrderRow): Line[] => JSON.parse(lines) as Line[];
