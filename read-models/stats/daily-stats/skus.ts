import type { ClientBase } from 'pg';
import { fenOf, proportion } from '#events/money.ts';
import type { OrderPlacedData } from '#events/order.ts';
import type { ProjectedEvent } from '../../engine/projection.ts';
import { insertRows } from '../../engine/rows.ts';
import { bigint, date, id, integer, type Row, selected, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';

interface SkuScope {
  creator_id: string;
  plan_id: string;
  sku_id: string;
  day: string;
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

/** The SKUs of every order: payments do not repeat them. */
export const DAILY_LINES = table(
  'daily_lines',
  { out_trade_no: id(), sku_id: id(), units: integer(), gross: bigint() },
  { keys: { daily_lines_of_order: '(out_trade_no)' } },
);
type LineRow = Row<typeof DAILY_LINES>;

export const skuTally = (): Tally<SkuScope, (typeof SKU_STATS)[number]> => new Tally(SKU_STATS);

/**
 * Each SKU's part of an order's total: in proportion to price × count (to count if nothing has a price), with
 * cumulative rounding, so that the parts add up to the total.
 */
function linesOf({ out_trade_no, lines, total_amount }: OrderPlacedData): LineRow[] {
  const priced = lines.some(({ price }) => price > 0);
  const weights = lines.map(({ price, count }) => (priced ? price * count : count));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let weighed = 0;
  const rows = new Tally<Pick<LineRow, 'out_trade_no' | 'sku_id'>, 'units' | 'gross'>(['units', 'gross']);
  lines.forEach(({ sku_id, count }, index) => {
    weighed += weights[index] ?? 0;
    const through = proportion(fenOf(total_amount), weighed, whole);
    rows.add({ out_trade_no, sku_id }, { units: count, gross: through - before });
    before = through;
  });
  return rows.rows();
}

/** Keeps the SKUs of the orders placed in the batch, and finds those of every order paid in it. */
export async function takeLines(
  events: readonly ProjectedEvent[],
  tx: ClientBase,
): Promise<(out_trade_no: string) => readonly LineRow[]> {
  const placed = new Map<string, LineRow[]>();
  const wanted: string[] = [];
  for (const { type, data } of events) {
    if (type === 'OrderPlaced') placed.set(data.out_trade_no, linesOf(data));
    else if (type === 'OrderPaid' && !placed.has(data.out_trade_no)) wanted.push(data.out_trade_no);
  }
  await insertRows(tx, DAILY_LINES, [...placed.values()].flat());
  if (wanted.length > 0) {
    const { rows } = await tx.query<LineRow>(
      `SELECT ${selected(DAILY_LINES.columns)} FROM daily_lines WHERE out_trade_no = ANY ($1)`,
      [wanted],
    );
    for (const [out_trade_no, some] of Map.groupBy(rows, (row) => row.out_trade_no))
      placed.set(out_trade_no, some);
  }
  return (out_trade_no) => placed.get(out_trade_no) ?? [];
}
