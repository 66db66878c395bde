import type { OrderPlacedData } from '#events/order.ts';
import { bigint, date, id, integer, json, type Row, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
import { ORDER_FACTS, placedFacts } from '../../orders/order-facts.ts';
import { type SkuPart, skuPartsOf } from '../../orders/sku-parts.ts';
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

/** Every order with its SKUs: payments do not repeat them. */
export const DAILY_ORDERS = table(
  'daily_orders',
  { ...ORDER_FACTS, lines: json<SkuPart[]>() },
  { key: ['out_trade_no'] },
);

export const skuTally = (): Tally<SkuScope, (typeof SKU_STATS)[number]> => new Tally(SKU_STATS);

type OrderRow = Row<typeof DAILY_ORDERS>;
export const orderOf = (data: OrderPlacedData): OrderRow => ({
  ...placedFacts(data),
  lines: JSON.stringify(skuPartsOf(data.lines, data.total_amount)),
});
export const linesOf = ({ lines }: OrderRow): SkuPart[] => JSON.parse(lines) as SkuPart[];
