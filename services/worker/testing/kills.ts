import { afterAll, beforeAll, describe, it } from 'vitest';
import type { TestApi } from '#services/api/testing/test-api.ts';
import { closeGate, type GateAt } from './gate.ts';
import { type Program, startProgram } from './program.ts';
import { openShop, type Shop } from './shop.ts';

/** Steps at which a program writes, by a name for the reader. */
export type Steps = readonly (readonly [name: string, step: GateAt])[];

/** Kills a program at a step of a story and starts another: the story must end as without a kill. */
async function killAt(
  { deps, databaseUrl }: TestApi,
  step: GateAt,
  undone: boolean,
  { story, kill, restart }: Killing,
): Promise<void> {
  const gate = await closeGate(deps.pool, databaseUrl, step);
  const running = story();
  running.catch(() => undefined); // awaited below, after the killing
  const backend = await gate.reached(60_000);
  await kill();
  if (undone) await deps.pool.query('SELECT pg_terminate_backend($1, 5000)', [backend]);
  await gate.open();
  await restart();
  await running;
}

/** `npm run crash`: every step and both moments. Otherwise one of each story: each kill starts a program. */
const everyKill = process.env.CHECK === 'crash';

/** The step in the middle has work before and behind it. */
const chosen = (steps: Steps): Steps =>
  everyKill ? steps : steps.filter((_, place) => place === steps.length >> 1);

const MOMENTS = [
  ['after it was done, not knowing it', false],
  ['before the step was done', true],
] as const;

interface Killing {
  story(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/**
 * One test for each step and each moment: the step's write is undone, or done without the program's knowledge. In
 * `npm test` one step and one moment.
 */
export function killedAtEach(
  steps: Steps,
  prepare: () => Promise<Killing & { api: TestApi }>,
  timeout = 180_000,
): void {
  describe.each(chosen(steps))('while %s', (_, step) => {
    it.each(MOMENTS.slice(0, everyKill ? 2 : 1))(
      '%s',
      async (_when, undone) => {
        const { api, ...killing } = await prepare();
        await killAt(api, step, undone, killing);
      },
      timeout,
    );
  });
}

/** A shop beside a worker that is killed. Call it at the top of a test file. */
export function shopWithWorker() {
  const on = {
    shop: undefined as unknown as Shop,
    worker: undefined as unknown as Program,
    async restart() {
      on.worker = await startProgram('worker', on.shop.api);
    },
    /** @param prepare makes what the story needs before the step */
    killedAtEach(steps: Steps, prepare: () => Promise<() => Promise<void>>) {
      killedAtEach(steps, async () => {
        const story = await prepare();
        return { api: on.shop.api, story, kill: () => on.worker.kill(), restart: on.restart };
      });
    },
  };
  beforeAll(async () => {
    on.shop = await openShop();
    await on.restart();
  });
  afterAll(async () => {
    await on.worker?.stop();
    await on.shop?.close();
  });
  return on;
}
