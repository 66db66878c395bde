import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { fenOf, toWire } from '#events/money.ts';
import { addDays, type BusinessDay } from '#events/time.ts';
import { randomFrom } from '#ops/demo/random.ts';
import type { FileSums } from './file-sums.ts';

export interface RetailOptions {
  orders: number;
  skus: number;
  plans: number;
  buyers: number;
  linesPerOrder: number;
  firstDay: BusinessDay;
  days: number;
  seed?: number;
}

const WORDS = [
  'WHITE',
  'RED',
  'HEART',
  'LANTERN',
  'MUG',
  'BAG',
  'CLOCK',
  'BIRD',
  'TIN',
  '灯',
  '杯',
  '贺卡',
  'SET OF 6',
];

/**
 * Writes a retail file: few buyers with many orders, few SKUs that sell often, prices that change over the
 * year, wholesale counts now and then, one order in thirty refunded, one in fifty cancelled.
 * @returns the sums that must come out of its import, as they were made
 */
export async function writeRetailFile(file: string, options: RetailOptions): Promise<FileSums> {
  const { orders, skus, plans, buyers, linesPerOrder, firstDay, days } = options;
  const random = randomFrom(options.seed ?? 536_365);
  const summary: FileSums = { lines: 0, orders, days: new Map(), plans: new Map() };
  const goods = Array.from({ length: skus }, (_, at) => ({
    name: `${85_000 + at} ${random.pick(WORDS)} ${random.pick(WORDS)}`.slice(0, 60),
    plan: at % plans,
    price: random.whole(19, 2_995),
  }));
  const shelves = Array.from({ length: plans }, (_, plan) => goods.filter((sku) => sku.plan === plan));
  // Squared, so that low numbers come far more often: bestsellers and regulars.
  const favour = (most: number): number => Math.floor(random.next() ** 2 * most);

  const out = createWriteStream(file);
  out.write('out_trade_no,paid_at,user,plan,sku,count,unit_price,status\n');
  for (let order = 0; order < orders; order += 1) {
    const day = addDays(firstDay, Math.floor((order / orders) * days));
    const minute = random.whole(0, 719);
    const time = `${String(7 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
    const plan = favour(plans);
    const shelf = shelves[plan] ?? [];
    const roll = random.next();
    const status = roll < 0.02 ? 'cancelled' : roll < 0.053 ? 'refunded' : 'paid';
    const buyer = `客户 ${12_346 + favour(buyers)}`;
    let total = 0;
    let text = '';
    const lines = random.whole(1, linesPerOrder * 2 - 1);
    for (let line = 0; line < lines; line += 1) {
      const sku = shelf[favour(shelf.length)];
      if (sku === undefined) continue;
      const count = random.chance(0.0005) ? random.whole(1_000, 15_000) : random.whole(1, 24);
      const price = random.chance(0.2) ? Math.max(1, Math.round(sku.price * 0.85)) : sku.price;
      total += count * price;
      summary.lines += 1;
      text += `${536_365 + order},${day} ${time},${buyer},Shelf ${plan},"${sku.name}",${count},${toWire(fenOf(price))},${status}\n`;
    }
    if (!out.write(text)) await once(out, 'drain');
    if (status === 'cancelled') continue;
    const sums = summary.days.get(day) ?? { orders: 0, gross: fenOf(0), refunds: fenOf(0) };
    summary.days.set(day, {
      orders: sums.orders + 1,
      gross: fenOf(sums.gross + total),
      refunds: fenOf(sums.refunds + (status === 'refunded' ? total : 0)),
    });
    const name = `Shelf ${plan}`;
    summary.plans.set(name, fenOf((summary.plans.get(name) ?? 0) + total));
  }
  out.end();
  await once(out, 'finish');
  return summary;
}
