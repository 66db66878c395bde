import { beforeAll, describe, expect, test } from 'vitest';
import type { EventLog, ExpectedVersion } from '../log.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { held, idsOf, write } from './sample-events.ts';

type Answer = 'repeated' | 'conflict' | 'duplicates' | 'written';

/**
 * The stream holds a b c d (versions 0 to 3). Of the appended letters, x is new. `duplicates` is a conflict that
 * names them.
 */
const table: [ExpectedVersion, string, Answer][] = [
  // From the start for no_stream.
  ['no_stream', 'a', 'repeated'],
  ['no_stream', 'ab', 'repeated'],
  ['no_stream', 'abcd', 'repeated'],
  ['no_stream', 'b', 'duplicates'],
  ['no_stream', 'ba', 'duplicates'],
  ['no_stream', 'ac', 'duplicates'],
  ['no_stream', 'ax', 'duplicates'],
  ['no_stream', 'x', 'conflict'],
  // From the expected version on.
  [0, 'b', 'repeated'],
  [0, 'bc', 'repeated'],
  [0, 'bcd', 'repeated'],
  [2, 'd', 'repeated'],
  [0, 'a', 'duplicates'],
  [0, 'c', 'duplicates'],
  [0, 'cb', 'duplicates'],
  [0, 'bx', 'duplicates'],
  [0, 'x', 'conflict'],
  [3, 'x', 'written'],
  [3, 'd', 'duplicates'],
  [3, 'dx', 'duplicates'],
  [3, 'abcd', 'duplicates'],
  [9, 'a', 'duplicates'],
  [9, 'x', 'conflict'],
  // Contiguous and in order, at any position.
  ['any', 'a', 'repeated'],
  ['any', 'bc', 'repeated'],
  ['any', 'cd', 'repeated'],
  ['any', 'ac', 'duplicates'],
  ['any', 'dc', 'duplicates'],
  ['any', 'dx', 'duplicates'],
  ['any', 'xa', 'duplicates'],
  ['any', 'x', 'written'],
  ['stream_exists', 'bc', 'repeated'],
  ['stream_exists', 'cb', 'duplicates'],
  ['stream_exists', 'x', 'written'],
];

export function repeatsAreOnce({ open, stream }: LogUnderTest): void {
  describe('idempotency by event id', () => {
    let log: EventLog;
    beforeAll(() => {
      log = open();
    });

    test.each(table)('the log has a b c d; %s appends %s: %s', async (expected, letters, answer) => {
      const name = stream();
      const events = new Map([...'abcdx'].map((letter) => [letter, held()]));
      const named = (some: string) => [...some].flatMap((letter) => events.get(letter) ?? []);
      await log.append([write(name, 'no_stream', ...named('abcd'))]);
      const stored = await log.readStream(name);

      const result = await log.append([write(name, expected, ...named(letters))]);

      const last = stored.find(({ id }) => id === named(letters).at(-1)?.id);
      if (answer === 'written') expect(result).toMatchObject({ ok: true, repeated: false, versions: [4] });
      else if (answer === 'repeated') {
        const first = { position: last?.position, versions: [last?.version] };
        expect(result).toEqual({ ok: true, repeated: true, ...first });
      } else {
        const conflict = { stream: name, expected, actual: 3, partial_duplicate: answer === 'duplicates' };
        expect(result).toEqual({ ok: false, conflicts: [conflict] });
      }
      const ids = idsOf(await log.readStream(name));
      expect(ids).toEqual(idsOf(named(answer === 'written' ? `abcd${letters}` : 'abcd')));
    });

    test('an append to several streams is repeated as a whole, even after other appends', async () => {
      const [one, other, seen] = [stream(), stream(), stream()];
      const writes = [write(one, 'no_stream', held()), write(seen, 'no_stream'), write(other, 'any', held())];
      const first = await log.append(writes);
      await log.append([write(seen, 'no_stream', held()), write(one, 0, held())]);
      const head = await log.head();
      expect(await log.append(writes)).toMatchObject({
        ...first,
        versions: [0, expect.any(Number), 0],
        repeated: true,
      });
      expect(await log.head()).toBe(head);
    });

    test('an append of which only one stream exists already is a conflict', async () => {
      const [one, other] = [stream(), stream()];
      const event = held();
      await log.append([write(one, 'no_stream', event)]);
      const result = await log.append([write(one, 'no_stream', event), write(other, 'no_stream', held())]);
      expect(result).toMatchObject({ ok: false, conflicts: [{ stream: one, partial_duplicate: true }] });
      expect(await log.readStream(other)).toEqual([]);
    });

    test('two streams can have the same event id', async () => {
      const event = held();
      expect(await log.append([write(stream(), 'no_stream', event)])).toMatchObject({ repeated: false });
      expect(await log.append([write(stream(), 'no_stream', event)])).toMatchObject({ repeated: false });
    });

    test('one append sent concurrently from two processes is written once', async () => {
      const name = stream();
      const writes = [write(name, 'no_stream', held(), held())];
      const other = open(1);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? log : other).append(writes)),
      );
      expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
      expect(results.filter((result) => result.ok && result.repeated)).toHaveLength(19);
      expect(new Set(results.map((result) => result.ok && result.position)).size).toBe(1);
      expect(await log.readStream(name)).toHaveLength(2);
    });
  });
}
