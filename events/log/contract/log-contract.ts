import { afterAll, beforeAll } from 'vitest';
import { AppendOutcomeUnknown, type EventLog, LogUnreachable } from '../log.ts';
import { beginsStreamsOnce } from './beginnings.ts';
import { givesTurns } from './exclusive.ts';
import { appendsAsExpected } from './expected-versions.ts';
import { repeatsAreOnce } from './idempotency.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { losesNothingInRaces } from './races.ts';
import { readsInOrder } from './reading.ts';

const MAX_ATTEMPTS = 5;

const isOutage = (error: unknown): boolean =>
  error instanceof AppendOutcomeUnknown || error instanceof LogUnreachable;

/** Repeats an append after an outage, as the committer does: a busy store may answer after its limit. */
const repeatingAppends = (log: EventLog): EventLog => ({
  ...log,
  async append(writes, order) {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await log.append(writes, order);
      } catch (error) {
        if (!isOutage(error) || attempts === MAX_ATTEMPTS) throw error;
      }
    }
  },
});

/**
 * The contract suite for every adapter of the log. Call inside `describe`.
 * @param setUp prepares the store; called once before the tests
 * @param tearDown called once after them, when every opened adapter is closed
 */
export function logContract(setUp: () => Promise<() => EventLog>, tearDown: () => Promise<void>): void {
  let openAdapter: (() => EventLog) | undefined;
  const opened: EventLog[] = [];
  let streams = 0;
  const underTest: LogUnderTest = {
    open(process = 0) {
      if (!openAdapter) throw new Error('the store is not ready');
      const log = opened[process] ?? repeatingAppends(openAdapter());
      opened[process] = log;
      return log;
    },
    stream() {
      streams += 1;
      return `stock-contract${streams}`;
    },
  };
  beforeAll(async () => {
    openAdapter = await setUp();
  });
  afterAll(async () => {
    for (const log of opened) await log?.close();
    await tearDown();
  });
  appendsAsExpected(underTest);
  beginsStreamsOnce(underTest);
  repeatsAreOnce(underTest);
  losesNothingInRaces(underTest);
  givesTurns(underTest);
  readsInOrder(underTest);
}
