import { fenOf } from '#events/money.ts';
import { type Fate, plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import { lateSteps, settledStep, withdrawalSteps } from '#read-models/testing/money-history.ts';
import { type Books, FEBRUARY, HOUR } from '#services/modules/income/testing/books.ts';

/** Writes some weeks of everything that the books know: two creators, orders, refunds, settlement, withdrawals. */
export async function moneyDays(books: Books, prefix = 'm'): Promise<void> {
  const orders: Partial<Fate>[] = [
    { total: 12_345, placedHour: 1 },
    { total: 1, placedHour: 2, creator: 1 },
    { total: 50_000, placedHour: 30, creator: 1 },
    { total: 101, placedHour: 31, ending: 'refunded', hours: 20, refundTenths: [3, 3] },
    { total: 9_999, placedHour: 24 * 33, ending: 'refunded', hours: 1, refundTenths: [4] },
    { total: 0, placedHour: 24 * 34 },
    { total: 7_777, placedHour: 24 * 35, imported: true },
  ];
  const steps: Step[] = orders.flatMap((fate, nth) => stepsOf(plainFate(fate), prefix, nth));
  const creator = `${prefix}c0`;
  steps.push(
    ...lateSteps(`${prefix}o0`, creator, 500, true, FEBRUARY + HOUR),
    ...lateSteps(`${prefix}o1`, `${prefix}c1`, 300, false, FEBRUARY + 2 * HOUR),
    settledStep(creator, '2026-01', fenOf(11_604), FEBRUARY + 3 * HOUR, 1),
    ...withdrawalSteps(creator, `${prefix}w1`, 4_000, 'paid', FEBRUARY + 4 * HOUR),
    ...withdrawalSteps(creator, `${prefix}w2`, 3_000, 'retried', FEBRUARY + 5 * HOUR),
    ...withdrawalSteps(creator, `${prefix}w3`, 2_000, 'open', FEBRUARY + 30 * HOUR),
    ...withdrawalSteps(creator, `${prefix}w4`, 1_000, 'rejected', FEBRUARY + 31 * HOUR),
  );
  steps.sort((one, other) => (one.event.metadata?.at ?? 0) - (other.event.metadata?.at ?? 0));
  await write(books.database.log, steps);
  await books.database.project();
}
