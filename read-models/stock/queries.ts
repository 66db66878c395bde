import type { Pool } from 'pg';
import { type Answer, runQuery } from '../engine/as-of.ts';

/** Units of one SKU. */
export interface SkuStock {
  sku_id: string;
  /** null: unlimited */
  stock: number | null;
  held: number;
  sold: number;
  /** null: unlimited */
  left: number | null;
}

const BY_SKUS = {
  name: 'stock-by-skus',
  models: ['stock'],
  sql: `SELECT sku_id, stock, held, sold, stock - held - sold AS left
          FROM rm.sku_stock WHERE sku_id = ANY ($1)`,
};

/** SKUs that never had any stock event are left out. */
export const stockOf = (pool: Pool, skus: readonly string[]): Promise<Answer<SkuStock>> =>
  runQuery(pool, BY_SKUS, [skus]);
