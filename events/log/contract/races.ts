import { describe, expect, test } from 'vitest';
import type { AppendResult, EventLog } from '../log.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { held, versionsOf, write } from './sample-events.ts';

const RACERS = 50;

/** Reads the version and appends on it until it fits, as a writer without a committer would. */
async function persist(log: EventLog, streams: readonly string[]): Promise<void> {
  for (;;) {
    const { events } = await log.readStreams(streams.map((stream) => ({ stream, after: -1 })));
    const result = await log.append(
      streams.map((stream) => {
        const last = events.get(stream)?.at(-1)?.version;
        return write(stream, last ?? 'no_stream', held());
      }),
    );
    if (result.ok) return;
  }
}

export function losesNothingInRaces({ open, stream }: LogUnderTest): void {
  describe('races', () => {
    const twoProcesses = () => [open(0), open(1)] as const;
    const turnOf = <Log>(logs: readonly [Log, Log], at: number): Log => logs[at % 2 === 0 ? 0 : 1];

    test(`${RACERS} writers expect the same version: one gets it`, async () => {
      const logs = twoProcesses();
      const name = stream();
      await logs[0].append([write(name, 'no_stream', held())]);
      const results = await Promise.all(
        Array.from({ length: RACERS }, (_, at) => turnOf(logs, at).append([write(name, 0, held())])),
      );
      const won = ({ ok }: AppendResult) => ok;
      expect(results.filter(won)).toHaveLength(1);
      for (const lost of results.filter((result) => !won(result))) {
        expect(lost).toMatchObject({ conflicts: [{ stream: name, expected: 0, actual: 1 }] });
      }
      expect(versionsOf(await logs[0].readStream(name))).toEqual([0, 1]);
    });

    test(`${RACERS} writers without expecting a version: negative control, all get in`, async () => {
      const logs = twoProcesses();
      const name = stream();
      await logs[0].append([write(name, 'no_stream', held())]);
      await Promise.all(
        Array.from({ length: RACERS }, (_, at) => turnOf(logs, at).append([write(name, 'any', held())])),
      );
      expect(await logs[0].readStream(name)).toHaveLength(RACERS + 1);
    });

    test(`${RACERS} writers that retry: each event is written once, versions have no gap`, async () => {
      const logs = twoProcesses();
      const name = stream();
      await Promise.all(Array.from({ length: RACERS }, (_, at) => persist(turnOf(logs, at), [name])));
      const events = await logs[0].readStream(name);
      expect(versionsOf(events)).toEqual(Array.from({ length: RACERS }, (_, version) => version));
      expect(new Set(events.map(({ id }) => id)).size).toBe(RACERS);
    });

    test(`${RACERS} writers touch two streams in opposite orders: no deadlock, both whole`, async () => {
      const logs = twoProcesses();
      const [one, other] = [stream(), stream()];
      await Promise.all(
        Array.from({ length: RACERS }, (_, at) =>
          persist(turnOf(logs, at), at % 4 < 2 ? [one, other] : [other, one]),
        ),
      );
      const all = Array.from({ length: RACERS }, (_, version) => version);
      expect(versionsOf(await logs[0].readStream(one))).toEqual(all);
      expect(versionsOf(await logs[0].readStream(other))).toEqual(all);
    });
  });
}
