import type { BusinessCalendar } from '#events/time.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { type ReadModelDatabase, readModelDatabase, shanghai } from '#read-models/testing/database.ts';
import { type Fate, plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import {
  type CommitterOptions,
  type RunningCommitter,
  startCommitter,
} from '#services/commerce/engine/committer.ts';
import type { SettlementParts } from '../settle.ts';

/** In Shanghai 2026-02-01 0:00, the first instant after the month in which fates begin. */
export const FEBRUARY = Date.parse('2026-01-31T16:00:00Z');
export const HOUR = 3_600_000;

/** The books on a separate database, committers for settlements, and a clock set by the test. */
export interface Books {
  database: ReadModelDatabase;
  calendar: BusinessCalendar;
  clock: { now(): number; at: number };
  /** One more committer, as another process would have. */
  committer(): RunningCommitter;
  /** Lets tests replace the commands of a committer. */
  parts(
    committer: RunningCommitter,
    instead?: (command: Command<unknown>) => Command<unknown>,
  ): SettlementParts;
  /** Writes paid orders, or what else became of them, and books them. Returns their steps. */
  orders(prefix: string, fates: readonly Partial<Fate>[]): Promise<Step[]>;
  /** Events of a type, as data. */
  events(type: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function openBooks(): Promise<Books> {
  const database = await readModelDatabase([ledger(shanghai)]);
  const clock = { at: FEBRUARY + 1, now: () => clock.at };
  const started: RunningCommitter[] = [];
  const snapshots: CommitterOptions['snapshots'] = { load: async () => new Map(), async save() {} };
  return {
    database,
    calendar: shanghai,
    clock,
    committer() {
      const { log, pool } = database;
      const one = startCommitter({ log, pool, clock, snapshots });
      started.push(one);
      return one;
    },
    parts(committer, instead = (command) => command) {
      const submit: RunningCommitter['submit'] = (command) =>
        // The replacement of a command has the same result.
        committer.submit(instead(command) as typeof command);
      return { pool: database.pool, committer: { submit }, calendar: shanghai, clock };
    },
    async orders(prefix, fates) {
      const steps = fates.flatMap((fate, nth) => stepsOf(plainFate(fate), prefix, nth));
      await write(database.log, steps);
      await database.project();
      return steps;
    },
    async events(type) {
      const { events } = await database.log.readAll(0, { limit: 100_000, types: [type] });
      return events.map(({ data }) => data as Record<string, unknown>); // every event's data is an object
    },
    async close() {
      for (const one of started) await one.close();
      await database.drop();
    },
  };
}
