import { sql } from 'kysely';
import { anyOf, type Params, queriesOf, query } from '../engine/query.ts';
import { SKU_STOCK } from './projection.ts';

/** Units of SKUs, null: unlimited. SKUs that never had any stock event are left out. */
export const stockOf = query(['stock'], ({ skus }: Params<{ skus: readonly string[] }>) =>
  queriesOf(SKU_STOCK)
    .selectFrom('sku_stock')
    .select(['sku_id', 'stock', 'held', 'sold', sql<number | null>`stock - held - sold`.as('left')])
    .where('sku_id', '=', anyOf(skus)),
);
