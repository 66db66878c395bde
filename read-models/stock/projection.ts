import type { ClientBase } from 'pg';
import type { Moved, ProjectedEvent, Projection } from '../engine/projection.ts';
import { type Columns, relation } from '../engine/rows.ts';

interface StockRow {
  sku_id: string;
  /** Whether the batch sets the stock; `stock` null then means unlimited. */
  set: boolean;
  stock: number | null;
  held: number;
  sold: number;
}

const COLUMNS: Columns<StockRow> = {
  sku_id: 'text',
  set: 'boolean',
  stock: 'integer',
  held: 'integer',
  sold: 'integer',
};

const DDL = `
  CREATE TABLE sku_stock (
    sku_id text COLLATE "C" PRIMARY KEY,
    -- null: unlimited
    stock  integer,
    held   integer NOT NULL,
    sold   integer NOT NULL
  ) WITH (fillfactor = 50);`;

async function project(events: readonly ProjectedEvent[], tx: ClientBase): Promise<Moved> {
  const touched = new Map<string, StockRow>();
  const creators = new Set<string>();
  const rowOf = (sku_id: string): StockRow => {
    const known = touched.get(sku_id);
    if (known) return known;
    const row = { sku_id, set: false, stock: null, held: 0, sold: 0 };
    touched.set(sku_id, row);
    return row;
  };
  for (const event of events) {
    creators.add(event.metadata.creator_id);
    switch (event.type) {
      case 'StockSet':
        Object.assign(rowOf(event.data.sku_id), { set: true, stock: event.data.stock });
        break;
      case 'StockHeld':
        rowOf(event.data.sku_id).held += event.data.count;
        break;
      case 'StockSold': {
        const row = rowOf(event.data.sku_id);
        row.held -= event.data.count;
        row.sold += event.data.count;
        break;
      }
      case 'StockReleased':
        rowOf(event.data.sku_id).held -= event.data.count;
        break;
      case 'StockReturned':
        rowOf(event.data.sku_id).sold -= event.data.count;
        break;
      default:
        break;
    }
  }
  const { sql, values } = relation(COLUMNS, [...touched.values()]);
  await tx.query(
    `INSERT INTO sku_stock (sku_id, stock, held, sold)
     SELECT given.sku_id, CASE WHEN given.set THEN given.stock ELSE s.stock END,
            coalesce(s.held, 0) + given.held, coalesce(s.sold, 0) + given.sold
       FROM ${sql} LEFT JOIN sku_stock s USING (sku_id)
     ON CONFLICT (sku_id) DO UPDATE
       SET stock = excluded.stock, held = excluded.held, sold = excluded.sold`,
    values,
  );
  return { creators, users: new Set() };
}

/** What is left of every SKU: stock less what is held for unpaid orders and what is sold. */
export const stock: Projection = {
  name: 'stock',
  version: 1,
  types: ['StockSet', 'StockHeld', 'StockSold', 'StockReleased', 'StockReturned'],
  whole: ['stock'],
  tables: ['sku_stock'],
  ddl: DDL,
  indexes: '',
  project,
};
