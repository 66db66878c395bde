import { bigint, date, id, integer, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
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
    units: bigint(),
    /** fen: the SKU's part of the totals */
    gross: bigint(),
  },
  { key: ['creator_id', 'plan_id', 'sku_id', 'day'], fillfactor: 80 },
);

export const skuTally = (): Tally<SkuScope, (typeof SKU_STATS)[number]> => new Tally(SKU_STATS);
