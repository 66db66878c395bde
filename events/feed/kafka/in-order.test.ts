import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

const BYTES = 10;
const NONE = { bytes: 0, items: 0 };
const most = { bytes: 8 * BYTES, items: 6 };

test('any order with any repetitions comes out in order and once, within the bounds', () => {
  const deliveries = fc.integer({ min: 1, max: 40 }).chain((last) =>
    fc.record({
      last: fc.constant(last),
      // Each partition is in order, with repetitions; a partition whose entry is not taken waits.
      partitions: fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: last, maxLength: last }), {
        minLength: 1,
        maxLength: 1,
      }),
      picks: fc.array(fc.nat(), { minLength: 5, maxLength: 50 }),
      limit: fc.integer({ min: 1, max: 7 }),
    }),
  );
  fc.assert(
    fc.property(deliveries, ({ last, partitions: [places = []], picks, limit }) => {
      const order = inOrder<{ position: number; bytes: number }>(0, most);
      const queues = [0, 1, 2, 3].map((place) =>
        places.flatMap((of, index) => (of === place ? [index + 1, index + 1] : [])),
      );
      const out: number[] = [];
      for (let step = 0; out.length < last; step += 1) {
        const waiting = queues.filter((queue) => queue.length > 0);
        const first = (picks[step % picks.length] ?? 0) % Math.max(1, waiting.length);
        for (const queue of [...waiting.slice(first), ...waiting.slice(0, first)]) {
          const [position = 0] = queue;
          if (order.offer({ position, bytes: BYTES }) !== 'full') queue.shift();
        }
        const { next, ahead } = order.held();
        expect(ahead.items).toBeLessThanOrEqual(most.items);
        // An entry that fills a gap makes those after it ready, too.
        expect(next.items).toBeLessThanOrEqual(2 * most.items);
        const taken = order.take(limit, 3 * BYTES);
        expect(taken?.entries.length ?? 0).toBeLessThanOrEqual(Math.min(limit, 3));
        out.push(...(taken?.entries ?? []).map(({ position }) => position));
      }
      expect(out).toEqual(Array.from({ length: last }, (_, index) => index + 1));
      expect(order.held()).toEqual({ next: NONE, ahead: NONE });
    }),
    { numRuns: 200 },
  );
});

test('what was read elsewhere is dropped, and a missing entry is taken although memory is full', () => {
  const order = inOrder<{ position: number; bytes: number }>(0, { bytes: 25, items: 10 });
  const offer = (position: number) => order.offer({ position, bytes: BYTES });
  expect([offer(3), offer(4), offer(5), offer(3)]).toEqual(['taken', 'taken', 'full', 'repeated']);
  expect(order.take(10, 100)).toBeUndefined();
  expect([offer(1), order.hasNext()]).toEqual(['taken', true]);
  expect(order.take(10, 100)?.entries.map(({ position }) => position)).toEqual([1]);
  order.moveTo(3);
  expect(order.held()).toEqual({ next: { bytes: BYTES, items: 1 }, ahead: NONE });
  expect([offer(2), order.hasRoomFor(5), offer(5)]).toEqual(['repeated', true, 'taken']);
  expect(order.take(10, 100)?.entries.map(({ position }) => position)).toEqual([4, 5]);
});

test('a reader waits for the next entry, for its patience, or for the end', async () => {
  const order = inOrder<{ position: number; bytes: number }>(0, most);
  const { signal } = new AbortController();
  const waiting = order.next(45_000, signal);
  order.offer({ position: 2, bytes: BYTES });
  order.offer({ position: 1, bytes: BYTES });
  await waiting;
  await order.next(45_000, signal);
  order.moveTo(2);
  await order.next(1, signal);
  const ending = new AbortController();
  const last = order.next(45_000, ending.signal);
  ending.abort();
  await last;
});
