import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween, withDays } from './paying-runs.ts';

test.each([
  ['one day', [], [5], [5, 5]],
  ['the last day that still joins', [5, 5], [36], [5, 36]],
  ['a pause that is a day too long', [5, 5], [37], [5, 5, 37, 37]],
  ['a day that joins two runs', [5, 5, 60, 60], [33], [5, 60]],
  ['a day before everything', [50, 50], [2], [2, 2, 50, 50]],
  ['a day within a run', [5, 60], [30], [5, 60]],
  ['several in any order', [], [40, 3, 90], [3, 3, 40, 40, 90, 90]],
])('%s', (_, runs, days, expected) => {
  expect(withDays(runs, days)).toEqual(expected);
});

test('summed up, the changes count a fan as sponsor on the day of a payment and the 30 days after it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      (batches) => {
        const sponsors = new Map<number, number>();
        const fresh = new Map<number, number>();
        let runs: number[] = [];
        for (const days of batches) {
          const next = withDays(runs, days);
          for (const { day, sponsors_change, new_sponsors } of changesBetween(runs, next)) {
            sponsors.set(day, (sponsors.get(day) ?? 0) + sponsors_change);
            fresh.set(day, (fresh.get(day) ?? 0) + new_sponsors);
          }
          runs = next;
        }
        const paid = batches.flat();
        let running = 0;
        for (let day = 0; day < 260; day += 1) {
          running += sponsors.get(day) ?? 0;
          const within = paid.some((payment) => payment <= day && day <= payment + 30);
          expect([day, running]).toEqual([day, within ? 1 : 0]);
          expect([day, fresh.get(day) ?? 0]).toEqual([day, day === Math.min(...paid) ? 1 : 0]);
        }
      },
    ),
  );
});
