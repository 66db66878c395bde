import { beforeAll, describe, expect, test } from 'vitest';
import type { EventLog, ExclusiveLog } from '../log.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { held, idsOf, versionsOf, write } from './sample-events.ts';

const WRITERS = 12;

export function givesTurns({ open, stream }: LogUnderTest): void {
  describe('turns', () => {
    let log: EventLog;
    let other: EventLog;
    beforeAll(() => {
      log = open();
      other = open(1);
    });

    const lastOf = async (turn: Pick<ExclusiveLog, 'readStreams'>, name: string): Promise<number> => {
      const { events } = await turn.readStreams([{ stream: name, after: -1 }]);
      return events.get(name)?.at(-1)?.version ?? -1;
    };

    /** Reads the version and appends on it once, as a decision does. */
    const appendOn = async (name: string, through: ExclusiveLog): Promise<boolean> => {
      const last = await lastOf(through, name);
      return (await through.append([write(name, last < 0 ? 'no_stream' : last, held())])).ok;
    };

    test('reads inside a turn stay valid: many writers on one stream do not conflict', async () => {
      const name = stream();
      const written = await Promise.all(
        Array.from({ length: WRITERS }, (_, at) =>
          (at % 2 === 0 ? log : other).exclusively((turn) => appendOn(name, turn)),
        ),
      );
      expect(written).toEqual(Array.from({ length: WRITERS }, () => true));
      expect(versionsOf(await log.readStream(name))).toHaveLength(WRITERS);
    });

    test('negative control: without turns some conflict', async () => {
      const conflicts = async (): Promise<number> => {
        const name = stream();
        const written = await Promise.all(
          Array.from({ length: WRITERS }, (_, at) => appendOn(name, at % 2 === 0 ? log : other)),
        );
        return written.filter((ok) => !ok).length;
      };
      expect(await conflicts()).toBeGreaterThan(0);
    });

    test('an append of another process waits for the end of the turn', async () => {
      const [mine, theirs] = [stream(), stream()];
      let waiting: Promise<unknown> = Promise.resolve();
      await log.exclusively(async (turn) => {
        const first = await turn.append([write(mine, 'no_stream', held())]);
        waiting = other.append([write(theirs, 'no_stream', held())]);
        const soon = new Promise((resolve) => setTimeout(resolve, 100, 'waits'));
        expect(await Promise.race([waiting, soon])).toBe('waits');
        expect(first).toMatchObject({ ok: true });
      });
      expect(await waiting).toMatchObject({ ok: true });
      const [before] = await log.readStream(mine);
      const [after] = await log.readStream(theirs);
      expect(after?.position).toBe((before?.position ?? 0) + 1);
    });

    test('the last append of a turn ends it: the next one begins before the work is done', async () => {
      const name = stream();
      let next: Promise<unknown> = Promise.resolve();
      await log.exclusively(async (turn) => {
        await turn.append([write(name, 'no_stream', held())]);
        next = other.exclusively((following) => appendOn(name, following));
        const appended = await turn.append([write(name, 0, held())], undefined, true);
        expect(appended).toMatchObject({ ok: true, versions: [1] });
        expect(await next).toBe(true);
      });
      expect(versionsOf(await log.readStream(name))).toEqual([0, 1, 2]);
      // The next turns of both begin and end as usual.
      for (const through of [log, other, log]) {
        expect(await through.exclusively((turn) => appendOn(name, turn))).toBe(true);
      }
    });

    test('a turn whose work throws ends, and the next one starts', async () => {
      const name = stream();
      const failing = log.exclusively(() => Promise.reject(new Error('work failed')));
      await expect(failing).rejects.toThrow('work failed');
      expect(await other.exclusively((turn) => appendOn(name, turn))).toBe(true);
    });

    test('an append that throws in a turn does not change it', async () => {
      const name = stream();
      await log.exclusively(async (turn) => {
        const wrong = { ...held(), type: 'Unheard' };
        await expect(turn.append([write(name, 'no_stream', wrong)])).rejects.toThrow();
        expect(await appendOn(name, turn)).toBe(true);
      });
      expect(await log.readStream(name)).toHaveLength(1);
    });

    test('a conflict does not end the turn: it reads again and appends', async () => {
      const name = stream();
      await log.append([write(name, 'no_stream', held(), held())]);
      const versions = await other.exclusively(async (turn) => {
        const conflict = await turn.append([write(name, 0, held())]);
        expect(conflict).toMatchObject({ ok: false, conflicts: [{ stream: name, actual: 1 }] });
        const result = await turn.append([write(name, 1, held())]);
        return result.ok && result.versions;
      });
      expect(versions).toEqual([2]);
    });
  });

  describe('the order of an append', () => {
    test('positions follow it across streams; left out, they follow the writes', async () => {
      const log = open();
      const [one, other] = [stream(), stream()];
      const [a, b, c, d] = [held(), held(), held(), held()];
      const before = await log.head();
      const writes = [write(one, 'no_stream', a, c), write(other, 'no_stream', b, d)];
      expect(await log.append(writes, [0, 1, 0, 1])).toMatchObject({ ok: true, versions: [1, 1] });
      expect(idsOf((await log.readAll(before, { limit: 10 })).events)).toEqual(idsOf([a, b, c, d]));
      expect(idsOf(await log.readStream(one))).toEqual(idsOf([a, c]));
      // The same append in another order is the same append.
      expect(await log.append(writes)).toMatchObject({ ok: true, repeated: true, position: before + 4 });

      const [e, f, g] = [held(), held(), held()];
      await log.append([write(one, 1, e, f), write(other, 1, g)]);
      expect(idsOf((await log.readAll(before + 4, { limit: 10 })).events)).toEqual(idsOf([e, f, g]));
    });

    test.each([
      ['leaves an event out', [0, 1]],
      ['names more than there are', [0, 1, 0, 0]],
    ])('that %s is an error', async (_, order) => {
      const log = open();
      const writes = [write(stream(), 'no_stream', held(), held()), write(stream(), 'no_stream', held())];
      await expect(log.append(writes, order)).rejects.toThrow(/order/);
    });
  });
}
