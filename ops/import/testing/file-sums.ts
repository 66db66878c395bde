import { createReadStream, existsSync } from 'node:fs';
import { parse } from 'csv-parse';
import { type Fen, fenOf, fromWire } from '#events/money.ts';
import type { BusinessCalendar, BusinessDay } from '#events/time.ts';
import { tableTime } from '#services/runtime/tables/table-time.ts';
import { rejectedFileOf } from '../write-rejected.ts';

/** The expected result of a file's import. */
export interface FileSums {
  lines: number;
  /** One for each number and plan, cancelled ones included. */
  orders: number;
  /** By business day, without cancelled orders; money in fen. */
  days: Map<BusinessDay, { orders: number; gross: Fen; refunds: Fen }>;
  /** Gross in fen by plan name, without cancelled orders. */
  plans: Map<string, Fen>;
}

type Line = Record<'out_trade_no' | 'paid_at' | 'plan' | 'count' | 'unit_price' | 'status', string>;
interface Parsed {
  record: Line;
  info: { lines: number };
}

const parsed = (file: string): AsyncIterable<Parsed> =>
  createReadStream(file).pipe(parse({ columns: true, bom: true, info: true, skip_empty_lines: true }));

/** Numbers of the lines that the import has left out. */
async function rejectedLines(file: string): Promise<ReadonlySet<number>> {
  const rejected = new Set<number>();
  if (!existsSync(rejectedFileOf(file))) return rejected;
  const lines = createReadStream(rejectedFileOf(file)).pipe(parse({ columns: true }));
  for await (const { line } of lines as AsyncIterable<{ line: string }>) rejected.add(Number(line));
  return rejected;
}

/**
 * Adds a file up line by line; it knows only the rejected lines of the import. Records are identified by their last
 * line, so quoted line ends and rejected lines cannot be combined.
 */
export async function sumsOf(file: string, calendar: BusinessCalendar): Promise<FileSums> {
  const rejected = await rejectedLines(file);
  const sums: FileSums = { lines: 0, orders: 0, days: new Map(), plans: new Map() };
  const seen = new Set<string>();
  for await (const { record, info } of parsed(file)) {
    if (rejected.has(info.lines)) continue;
    const { out_trade_no, plan, status } = record;
    const time = tableTime(record.paid_at, calendar.instantOf);
    const price = fromWire(record.unit_price);
    if (time === undefined || price === undefined) throw new Error(`line ${info.lines} cannot be added up`);
    sums.lines += 1;
    const order = `${out_trade_no}\n${plan}`;
    const isNew = !seen.has(order);
    seen.add(order);
    if (isNew) sums.orders += 1;
    if (status === 'cancelled') continue;
    const amount = price * Number(record.count);
    const day = calendar.dayOf(time);
    const { orders, gross, refunds } = sums.days.get(day) ?? { orders: 0, gross: 0, refunds: 0 };
    sums.days.set(day, {
      orders: orders + (isNew ? 1 : 0),
      gross: fenOf(gross + amount),
      refunds: fenOf(refunds + (status === 'refunded' ? amount : 0)),
    });
    sums.plans.set(plan, fenOf((sums.plans.get(plan) ?? 0) + amount));
  }
  return sums;
}
