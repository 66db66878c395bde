import { beforeAll, describe, expect, test } from 'vitest';
import { BEGINNINGS } from '../../beginnings.ts';
import { registry } from '../../registry.ts';
import type { EventLog } from '../log.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { held, write } from './sample-events.ts';

export function beginsStreamsOnce({ open, stream }: LogUnderTest): void {
  describe('beginnings', () => {
    let log: EventLog;
    beforeAll(() => {
      log = open();
    });
    const event = (type: string) => ({ ...held(), type, data: { amount: 0 } });

    test.each([0, 'any'] as const)(
      'a type of the registry that begins streams, and no other, is refused in a stream that exists (%s)',
      async (expected) => {
        const refused: string[] = [];
        for (const type of Object.keys(registry)) {
          const [name, besides] = [stream(), stream()];
          await log.append([write(name, 'no_stream', held())]);
          const [again, other] = await Promise.allSettled([
            log.append([write(name, expected, event(type))]),
            log.append([write(besides, 'no_stream', event(type))]),
          ]);
          expect(other).toMatchObject({ status: 'fulfilled', value: { ok: true } });
          if (again.status === 'rejected') refused.push(type);
          expect(await log.readStream(name)).toHaveLength(again.status === 'rejected' ? 1 : 2);
        }
        const hint = 'types in the trigger streams_begin_once: a new one needs a migration of the log';
        expect(refused.sort(), hint).toEqual([...BEGINNINGS.keys()].sort());
      },
    );

    test('two in one append are refused together; repeating an append that wrote one returns it', async () => {
      const name = stream();
      const first = event('OrderPlaced');
      const both = [write(name, 'no_stream', first, event('OrderPlaced'))];
      await expect(log.append(both)).rejects.toThrow(`OrderPlaced begins ${name} a second time`);
      expect(await log.readStream(name)).toEqual([]);
      const once = [write(name, 'no_stream', first)];
      const written = await log.append(once);
      expect(await log.append(once)).toEqual({ ...written, repeated: true });
    });
  });
}
