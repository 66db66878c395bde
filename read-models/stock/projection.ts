import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { relation } from '../engine/rows.ts';
import { bigint, id, integer, nullable, type Row, table } from '../engine/table.ts';

export const SKU_STOCK = table(
  'sku_stock',
  {
    sku_id: id(),
    /** null: unlimited */
    stock: nullable(integer()),
    held: bigint(),
    sold: bigint(),
  },
  {
    key: ['sku_id'],
    fillfactor: 50,
  },
);

const BUNDLE_STOCK = table(
  'bundle_stock',
  {
    plan_id: id(),
    /** null: unlimited */
    stock: nullable(integer()),
    held: bigint(),
    sold: bigint(),
    /** all sold units, returned ones included */
    paid: bigint(),
  },
  {
    key: ['plan_id'],
    fillfactor: 50,
  },
);

/** `set`: whether the batch sets the stock; `stock` null then means unlimited. */
type StockRow = Row<typeof SKU_STOCK> & { set: boolean };
type BundleRow = Row<typeof BUNDLE_STOCK> & { set: boolean };

/** Rows by key, each made when it is first touched. */
function rowsBy<Row>(make: (key: string) => Row): { of(key: string): Row; all(): Row[] } {
  const rows = new Map<string, Row>();
  return {
    of(key) {
      const row = rows.get(key) ?? make(key);
      rows.set(key, row);
      return row;
    },
    all: () => [...rows.values()],
  };
}

function collect(events: readonly RecordedEvent[]) {
  const skus = rowsBy((sku_id): StockRow => ({ sku_id, set: false, stock: null, held: 0, sold: 0 }));
  const bundles = rowsBy(
    (plan_id): BundleRow => ({ plan_id, set: false, stock: null, held: 0, sold: 0, paid: 0 }),
  );
  for (const event of events) {
    switch (event.type) {
      case 'StockSet':
        Object.assign(skus.of(event.data.sku_id), { set: true, stock: event.data.stock });
        break;
      case 'StockHeld':
        skus.of(event.data.sku_id).held += event.data.count;
        break;
      case 'StockSold': {
        const row = skus.of(event.data.sku_id);
        row.held -= event.data.count;
        row.sold += event.data.count;
        break;
      }
      case 'StockReleased':
        skus.of(event.data.sku_id).held -= event.data.count;
        break;
      case 'StockReturned':
        skus.of(event.data.sku_id).sold -= event.data.count;
        break;
      case 'BundleStockSet':
        Object.assign(bundles.of(event.data.plan_id), { set: true, stock: event.data.stock });
        break;
      case 'BundleHeld':
        bundles.of(event.data.plan_id).held += event.data.count;
        break;
      case 'BundleSold': {
        const row = bundles.of(event.data.plan_id);
        row.held -= event.data.count;
        row.sold += event.data.count;
        row.paid += event.data.count;
        break;
      }
      case 'BundleReleased':
        bundles.of(event.data.plan_id).held -= event.data.count;
        break;
      case 'BundleReturned':
        bundles.of(event.data.plan_id).sold -= event.data.count;
        break;
      default:
        break;
    }
  }
  return { skus: skus.all(), bundles: bundles.all() };
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const { skus, bundles } = collect(events);
  const units = relation<StockRow>({ ...SKU_STOCK.columns, set: 'boolean' }, skus);
  await tx.query(
    `INSERT INTO sku_stock (sku_id, stock, held, sold)
     SELECT given.sku_id, CASE WHEN given.set THEN given.stock ELSE s.stock END,
            coalesce(s.held, 0) + given.held, coalesce(s.sold, 0) + given.sold
       FROM ${units.sql} LEFT JOIN sku_stock s USING (sku_id)
     ON CONFLICT (sku_id) DO UPDATE
       SET stock = excluded.stock, held = excluded.held, sold = excluded.sold`,
    units.values,
  );
  if (bundles.length > 0) {
    const { sql, values } = relation<BundleRow>({ ...BUNDLE_STOCK.columns, set: 'boolean' }, bundles);
    await tx.query(
      `INSERT INTO bundle_stock (plan_id, stock, held, sold, paid)
       SELECT given.plan_id, CASE WHEN given.set THEN given.stock ELSE b.stock END,
              coalesce(b.held, 0) + given.held, coalesce(b.sold, 0) + given.sold,
              coalesce(b.paid, 0) + given.paid
         FROM ${sql} LEFT JOIN bundle_stock b USING (plan_id)
       ON CONFLICT (plan_id) DO UPDATE
         SET stock = excluded.stock, held = excluded.held, sold = excluded.sold, paid = excluded.paid`,
      values,
    );
  }
  const creators = new Set(events.map(({ metadata }) => metadata.creator_id));
  return { creators, users: new Set() };
}

/** The remaining units of every SKU and bundle: stock less held and sold units. */
export const stock: Projection = {
  name: 'stock',
  version: 3,
  types: [
    'StockSet',
    'StockHeld',
    'StockSold',
    'StockReleased',
    'StockReturned',
    'BundleStockSet',
    'BundleHeld',
    'BundleSold',
    'BundleReleased',
    'BundleReturned',
  ],
  whole: ['stock', 'bundle'],
  tables: [SKU_STOCK, BUNDLE_STOCK],
  project,
};
