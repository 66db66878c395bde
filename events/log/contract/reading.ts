import { beforeAll, describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../recorded-event.ts';
import type { EventLog, StreamRead } from '../log.ts';
import { pagesOfStreams } from '../stream-pages.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { held, idsOf, sold, versionsOf, write } from './sample-events.ts';

/** An append has less than a MiB on every engine; so many of these fill a page. */
const LARGE_BYTES = 600_000;
const LARGE_EVENTS = 7;

async function pagesOf(log: EventLog, reads: readonly StreamRead[]) {
  const pages: ReadonlyMap<string, readonly RecordedEvent[]>[] = [];
  for await (const page of pagesOfStreams(log, reads)) pages.push(page);
  return pages;
}

export function readsInOrder({ open, stream }: LogUnderTest): void {
  describe('reading', () => {
    let log: EventLog;
    beforeAll(() => {
      log = open();
    });

    test('a stream from a version on, with at most the given number of events', async () => {
      const name = stream();
      await log.append([write(name, 'no_stream', held(), held(), held(), held())]);
      expect(versionsOf(await log.readStream(name, { after: 1 }))).toEqual([2, 3]);
      expect(versionsOf(await log.readStream(name, { limit: 2 }))).toEqual([0, 1]);
      expect(versionsOf(await log.readStream(name, { after: 0, limit: 2 }))).toEqual([1, 2]);
      expect(await log.readStream(stream())).toEqual([]);
    });

    test('several streams in one call, each after its own version', async () => {
      const [one, other, absent] = [stream(), stream(), stream()];
      await log.append([write(one, 'any', held(), held()), write(other, 'any', held(), held())]);
      const { events, rest } = await log.readStreams([
        { stream: one, after: 0 },
        { stream: absent, after: -1 },
        { stream: other, after: -1 },
      ]);
      expect([...events].map(([name, read]) => [name, versionsOf(read)])).toEqual([
        [one, [1]],
        [absent, []],
        [other, [0, 1]],
      ]);
      expect(rest).toEqual([]);
    });

    test('several streams in pages limited by events and bytes; the pages join without gap', async () => {
      const large = (length: number) => ({ ...held(), data: { ...held().data, sku_id: 'x'.repeat(length) } });
      const [one, two, three] = [stream(), stream(), stream()];
      await log.append([write(one, 'any', held(), held(), held(), held())]);
      for (let count = 0; count < LARGE_EVENTS; count += 1) {
        await log.append([write(two, 'any', large(LARGE_BYTES))]);
      }
      await log.append([write(two, 'any', held())]);
      await log.append([write(three, 'any', held())]);
      const reads = [one, two, three].map((name) => ({ stream: name, after: -1 }));
      const first = await log.readStreams(reads, { limit: 3 });
      expect(versionsOf(first.events.get(one) ?? [])).toEqual([0, 1, 2]);
      expect(first.rest).toEqual([{ stream: one, after: 2 }, ...reads.slice(1)]);
      const [second] = await pagesOf(log, first.rest);
      // The large events together exceed the limit of a page.
      const larges = Array.from({ length: LARGE_EVENTS }, (_, version) => version);
      expect(versionsOf(second?.get(two) ?? [])).toEqual(larges);
      const found = new Map<string, number[]>();
      for (const page of await pagesOf(log, reads)) {
        for (const [name, events] of page) {
          found.set(name, [...(found.get(name) ?? []), ...versionsOf(events)]);
        }
      }
      expect([...found]).toEqual([
        [one, [0, 1, 2, 3]],
        [two, [...larges, LARGE_EVENTS]],
        [three, [0]],
      ]);
    });

    test('streams longer than the limit are named and not read', async () => {
      const [long, short] = [stream(), stream()];
      await log.append([write(long, 'any', held(), held(), held()), write(short, 'any', held(), held())]);
      const reads = [long, short].map((name) => ({ stream: name, after: -1 }));
      const { events, rest } = await log.readStreams(reads, { longest: 2 });
      expect([...events.values()].map(versionsOf)).toEqual([[], [0, 1]]);
      expect(rest).toEqual([{ stream: long, after: -1 }]);
      const later = await log.readStreams([{ stream: long, after: 0 }], { longest: 2 });
      expect(versionsOf(later.events.get(long) ?? [])).toEqual([1, 2]);
    });

    test('the total order has no gap, and pages of it join', async () => {
      await Promise.all(
        Array.from({ length: 30 }, () => log.append([write(stream(), 'any', held(), sold())])),
      );
      const head = await log.head();
      const positions: number[] = [];
      for (let after = 0; after < head; ) {
        const page = await log.readAll(after, { limit: 7 });
        positions.push(...page.events.map(({ position }) => position));
        expect(page.through).toBe(page.events.at(-1)?.position);
        after = page.through;
      }
      expect(positions).toEqual(Array.from({ length: head }, (_, at) => at + 1));
      expect(await log.readAll(head, { limit: 7 })).toMatchObject({ events: [], through: head, full: false });
    });

    test('a page ends with the event that reaches the byte limit, and has at least one', async () => {
      const before = await log.head();
      const large = (length: number) => ({ ...held(), data: { ...held().data, text: '好'.repeat(length) } });
      const events = [held(), large(40_000), large(40_000), held(), large(150_000), held()];
      await log.append([write(stream(), 'any', ...events)]);
      const sizes: number[] = [];
      const types = events.map(({ type }) => type);
      for (const filter of [{}, { types }]) {
        sizes.length = 0;
        for (let after = before; ; ) {
          const page = await log.readAll(after, { limit: 5, bytes: 150_000, ...filter });
          sizes.push(page.events.length);
          expect(page.full).toBe(page.through < before + 6);
          expect(page.through).toBe(page.events.at(-1)?.position);
          after = page.through;
          if (!page.full) break;
        }
        expect(sizes).toEqual([3, 2, 1]);
      }
      // Without a limit the page has the default size.
      for (let count = 0; count <= LARGE_EVENTS; count += 1) {
        await log.append([write(stream(), 'any', large(LARGE_BYTES / 3))]);
      }
      const page = await log.readAll(before + 6, { limit: 1_000 });
      expect(page).toMatchObject({ full: true, through: before + 6 + LARGE_EVENTS });
      expect(page.bytes).toBeGreaterThan(LARGE_EVENTS * LARGE_BYTES);
      expect(page.bytes).toBeLessThan(LARGE_EVENTS * LARGE_BYTES + 10_000);
    });

    test('a filter skips other events', async () => {
      const before = await log.head();
      const [one, two, three] = [sold(), sold(), sold()];
      await log.append([write(stream(), 'any', held(), one, held(), two, three, held())]);
      const first = await log.readAll(before, { limit: 2, types: ['StockSold'] });
      expect(first).toMatchObject({ events: [{ id: one.id }, { id: two.id }], through: before + 4 });
      const second = await log.readAll(first.through, { limit: 2, types: ['StockSold'] });
      expect(second).toMatchObject({ events: [{ id: three.id }], through: before + 6 });
      expect(await log.readAll(before, { limit: 2, types: ['OrderPaid'] })).toMatchObject({
        events: [],
        through: before + 6,
      });
    });

    test('a tail returns existing events, then new ones of any process, until it is ended', async () => {
      const other = open(1);
      const before = await log.head();
      const events = Array.from({ length: 12 }, () => held());
      await log.append([write(stream(), 'any', ...events.slice(0, 4))]);
      const ending = new AbortController();
      const seen: RecordedEvent[] = [];
      const upcoming = [other, log, other, log].map((writer, at) => ({
        writer,
        events: events.slice(4 + at * 2, 6 + at * 2),
      }));
      for await (const page of log.tail(before, { limit: 3, signal: ending.signal })) {
        seen.push(...page.events);
        const next = seen.length >= 4 ? upcoming.shift() : undefined;
        if (next) await next.writer.append([write(stream(), 'any', ...next.events)]);
        if (seen.length === events.length) ending.abort();
      }
      expect(idsOf(seen)).toEqual(idsOf(events));
    });
  });
}
