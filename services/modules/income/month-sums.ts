import { createHash } from 'node:crypto';
import { type IncomeLine, incomeLineText } from '#events/income.ts';
import { fenOf } from '#events/money.ts';
import type { DataOf } from '#events/registry.ts';

/** The sums of a creator's month by its lines, with their hash. */
export type LineSums = Omit<DataOf<'MonthSettled'>, 'user_id' | 'month' | 'available_at' | 'reason'>;

/** Sums lines one by one, so that memory does not depend on the size of the month. */
export function lineAdder(): { add(line: IncomeLine): void; sums(): LineSums & { lines: number } } {
  const hash = createHash('sha256');
  const total = {
    orders: 0,
    gross: 0,
    payment_fee: 0,
    service_fee: 0,
    affiliate: 0,
    refunds: 0,
    commissions: 0,
    net: 0,
  };
  let lines = 0;
  let first_position = 0;
  let last_position = 0;
  return {
    add(line) {
      if (line.position <= last_position) {
        throw new Error(`line of position ${line.position} comes after ${last_position}`);
      }
      lines += 1;
      if (line.kind === 'order') {
        total.orders += 1;
        total.gross += line.amount;
      } else if (line.kind === 'refund') total.refunds -= line.amount;
      else total.commissions += line.amount;
      total.payment_fee += line.payment_fee;
      total.service_fee += line.service_fee;
      total.affiliate += line.affiliate;
      total.net += line.net;
      if (first_position === 0) first_position = line.position;
      last_position = line.position;
      hash.update(incomeLineText(line));
    },
    sums: () => ({
      lines,
      orders: total.orders,
      gross: fenOf(total.gross),
      payment_fee: fenOf(total.payment_fee),
      service_fee: fenOf(total.service_fee),
      affiliate: fenOf(total.affiliate),
      refunds: fenOf(total.refunds),
      commissions: fenOf(total.commissions),
      net: fenOf(total.net),
      first_position,
      last_position,
      lines_sha256: hash.copy().digest('hex'),
    }),
  };
}
