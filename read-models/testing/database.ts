import fc from 'fast-check';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '../all.ts';
import { applyBatch } from '../engine/apply.ts';
import { checkEquality } from '../engine/equality.ts';
import { generationsOf, installReadModels } from '../engine/generations.ts';
import type { Projection } from '../engine/projection.ts';
import { batchesOf } from '../engine/read-log.ts';
import type { RebuildOptions } from '../engine/rebuild.ts';
import { interleave, type Step, write } from './history.ts';

export const shanghai = businessCalendar('Asia/Shanghai');

/** A separate database with an empty log and all read models. */
export async function readModelDatabase(projections: readonly Projection[] = allProjections(shanghai)) {
  const database = await createTestDatabase('whole');
  const { pool, url } = database;
  const log = postgresLog(pool);
  await installReadModels(pool, projections);
  let runs = 0;
  const project = async (limit = 1_000, some = projections): Promise<void> => {
    for (const projection of some) {
      let [live] = await generationsOf(pool, projection.name, 'live');
      if (!live) throw new Error(`${projection.name} is not installed`);
      for await (const batch of batchesOf(log, projection, live.position, { limit })) {
        live = await applyBatch(pool, projection, live, batch);
      }
    }
  };
  return {
    url,
    pool,
    log,
    projections,
    /** Applies the log up to its head, with this many events per transaction. */
    project,
    /** Appends the steps and applies them; with few events per transaction, most meet an existing row. */
    async happened(steps: readonly Step[], eventsPerBatch = 2): Promise<void> {
      await write(log, steps);
      await project(eventsPerBatch);
    },
    /** Fails unless the live tables are at the log's head and equal to rebuilt ones. */
    async rebuildsEqual(some: readonly Projection[] = projections, options?: RebuildOptions): Promise<void> {
      for (const projection of some) {
        const equality = await checkEquality(pool, log, projection, options);
        if (!equality.equal || equality.position !== (await log.head()))
          throw new Error(`rebuilt tables differ: ${JSON.stringify(equality)}`);
      }
    },
    /** Another one each time: distinguishes the ids of runs. */
    prefix(): string {
      runs += 1;
      return `r${runs}`;
    },
    async drop(): Promise<void> {
      await log.close();
      await database.drop();
    },
  };
}

export type ReadModelDatabase = Awaited<ReturnType<typeof readModelDatabase>>;

/**
 * For any of these histories: interleaves them at random, applies them in two halves with random numbers of events per
 * transaction, and checks the result. At the end, tables that are rebuilt from the log equal the live ones.
 * @param check also gets the log's head before the run
 */
export async function anyHistories<T>(
  database: ReadModelDatabase,
  runs: number,
  made: fc.Arbitrary<T>,
  historiesOf: (made: T, run: string) => readonly Step[][],
  check: (run: string, made: T, from: number) => Promise<void>,
): Promise<void> {
  const batch = fc.integer({ min: 1, max: 60 });
  const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
  const property = fc.asyncProperty(made, picks, batch, batch, async (some, picked, first, second) => {
    const run = database.prefix();
    const from = await database.log.head();
    const steps = interleave(historiesOf(some, run), (index) => picked[index % picked.length] ?? 0);
    const half = Math.floor(steps.length / 2);
    await database.happened(steps.slice(0, half), first);
    await database.happened(steps.slice(half), second);
    await check(run, some, from);
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  await database.rebuildsEqual(database.projections, { batch: 37 });
}
