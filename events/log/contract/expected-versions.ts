import { beforeAll, describe, expect, test } from 'vitest';
import type { EventLog, ExpectedVersion } from '../log.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { held, idsOf, versionsOf, write } from './sample-events.ts';

export function appendsAsExpected({ open, stream }: LogUnderTest): void {
  describe('expected versions', () => {
    let log: EventLog;
    beforeAll(() => {
      log = open();
    });

    /** A stream with two events. */
    async function existing(): Promise<string> {
      const name = stream();
      await log.append([write(name, 'no_stream', held(), held())]);
      return name;
    }

    const cases: [ExpectedVersion, 'absent' | 'at version 1', boolean][] = [
      ['no_stream', 'absent', true],
      ['no_stream', 'at version 1', false],
      ['stream_exists', 'absent', false],
      ['stream_exists', 'at version 1', true],
      ['any', 'absent', true],
      ['any', 'at version 1', true],
      [0, 'absent', false],
      [0, 'at version 1', false],
      [1, 'at version 1', true],
      [2, 'at version 1', false],
    ];
    test.each(cases)('%s, stream %s: fits %s', async (expected, presence, fits) => {
      const name = presence === 'absent' ? stream() : await existing();
      const actual = presence === 'absent' ? -1 : 1;
      const event = held();
      const result = await log.append([write(name, expected, event)]);
      const events = await log.readStream(name);
      if (fits) {
        const position = await log.head();
        expect(result).toEqual({ ok: true, position, versions: [actual + 1], repeated: false });
        expect(events.at(-1)).toMatchObject({ id: event.id, version: actual + 1, position });
      } else {
        const conflict = { stream: name, expected, actual, partial_duplicate: false };
        expect(result).toEqual({ ok: false, conflicts: [conflict] });
        expect(events).toHaveLength(actual + 1);
      }
    });

    test.each(cases)('%s, stream %s, asserted without events: fits %s', async (expected, presence, fits) => {
      const name = presence === 'absent' ? stream() : await existing();
      const before = await log.head();
      expect(await log.append([write(name, expected)])).toMatchObject({ ok: fits });
      const besides = stream();
      expect(await log.append([write(besides, 'no_stream', held()), write(name, expected)])).toMatchObject({
        ok: fits,
      });
      expect(await log.head()).toBe(before + (fits ? 1 : 0));
    });

    test('an event is returned as it was given', async () => {
      const name = stream();
      const event = { ...held(), data: { text: '"quoted" \\ 例え \u001e \u0000 \n', list: [1.5, null, {}] } };
      await log.append([write(name, 'no_stream', event)]);
      const [found] = await log.readStream(name);
      expect(found).toMatchObject({ ...event, stream: name, version: 0, schema_version: 1 });
      expect(Math.abs((found?.recorded_at ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    test('several streams are written whole, versions in the order of the writes', async () => {
      const [one, other, seen] = [stream(), await existing(), await existing()];
      const result = await log.append([
        write(one, 'no_stream', held(), held(), held()),
        write(seen, 1),
        write(other, 1, held()),
      ]);
      expect(result).toMatchObject({ ok: true, versions: [2, 1, 2], position: await log.head() });
      expect(versionsOf(await log.readStream(one))).toEqual([0, 1, 2]);
      expect(versionsOf(await log.readStream(other))).toEqual([0, 1, 2]);
    });

    test('one stream with another version: nothing is written to any stream, and all such streams are named', async () => {
      const [one, other, third] = [stream(), await existing(), await existing()];
      const result = await log.append([
        write(one, 'no_stream', held()),
        write(other, 0, held()),
        write(third, 'no_stream'),
      ]);
      expect(result).toMatchObject({
        ok: false,
        conflicts: [
          { stream: other, expected: 0, actual: 1 },
          { stream: third, expected: 'no_stream', actual: 1 },
        ],
      });
      expect(await log.readStream(one)).toEqual([]);
      expect(await log.readStream(other)).toHaveLength(2);
    });

    test('appends requested in sequence to one stream are written in that order', async () => {
      const name = stream();
      const events = Array.from({ length: 20 }, () => held());
      const results = await Promise.all(
        events.map((event, at) => log.append([write(name, at === 0 ? 'no_stream' : at - 1, event)])),
      );
      expect(results.every(({ ok }) => ok)).toBe(true);
      expect(idsOf(await log.readStream(name))).toEqual(idsOf(events));
    });

    test.each([
      ['no writes', () => []],
      ['a stream twice', () => [write('stock-twice', 'any', held()), write('stock-twice', 'any', held())]],
      ['an empty name', () => [write('', 'any', held())]],
      ['a control character in the name', () => [write('stock-a\u001eb', 'any', held())]],
      ['an id that is none', () => [write('stock-bad', 'any', { ...held(), id: 'x' as never })]],
      ['an unknown type', () => [write('stock-bad', 'any', { ...held(), type: 'Unheard' })]],
      ['a broken version', () => [write('stock-bad', 1.5, held())]],
    ])('%s fails only this append', async (_, writes) => {
      const name = stream();
      const [wrong, right] = await Promise.allSettled([
        log.append(writes()),
        log.append([write(name, 'no_stream', held())]),
      ]);
      expect(wrong.status).toBe('rejected');
      expect(right).toMatchObject({ status: 'fulfilled', value: { ok: true } });
    });
  });
}
