import { ledger } from '#read-models/books/ledger/projection.ts';
import { readModelDatabase, shanghai } from '#read-models/testing/database.ts';
import { type Fate, plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import {
  type CommitterOptions,
  type RunningCommitter,
  startCommitter,
} from '#services/commerce/committer/committer.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import type { SettlementParts } from '../settle.ts';

/** In Shanghai 2026-02-01 0:00, the first instant after the month in which fates begin. */
export const FEBRUARY = Date.parse('2026-01-31T16:00:00Z');
export const HOUR = 3_600_000;

/** The books on a separate database, committers for settlements, and a clock set by the test. */
export async function openBooks() {
  const database = await readModelDatabase([ledger(shanghai)]);
  const clock = { at: FEBRUARY + 1, now: () => clock.at };
  const started: RunningCommitter[] = [];
  const snapshots: CommitterOptions['snapshots'] = { load: async () => new Map(), async save() {} };
  return {
    database,
    calendar: shanghai,
    clock,
    /** One more committer, as another process would have. */
    committer(): RunningCommitter {
      const { log, pool } = database;
      const one = startCommitter({ log, pool, clock, snapshots });
      started.push(one);
      return one;
    },
    /** Lets tests replace the commands of a committer. */
    parts(
      committer: RunningCommitter,
      instead: (command: Command<unknown>) => Command<unknown> = (command) => command,
    ): SettlementParts {
      const submit: RunningCommitter['submit'] = (command) =>
        // The replacement of a command has the same result.
        committer.submit(instead(command) as typeof command);
      return { pool: database.pool, committer: { submit }, calendar: shanghai, clock };
    },
    /** Writes paid orders, or what else became of them, and books them. Returns their steps. */
    async orders(prefix: string, fates: readonly Partial<Fate>[]): Promise<Step[]> {
      const steps = fates.flatMap((fate, nth) => stepsOf(plainFate(fate), prefix, nth));
      await write(database.log, steps);
      await database.project();
      return steps;
    },
    /** Events of a type, as data. */
    async events(type: string): Promise<Record<string, unknown>[]> {
      const { events } = await database.log.readAll(0, { limit: 100_000, types: [type] });
      return events.map(({ data }) => data as Record<string, unknown>); // every event's data is an object
    },
    async close(): Promise<void> {
      for (const one of started) await one.close();
      await database.drop();
    },
  };
}

export type Books = Awaited<ReturnType<typeof openBooks>>;
