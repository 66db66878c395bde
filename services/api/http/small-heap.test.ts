import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { planStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { weightOf } from '#services/runtime/weight.ts';
import { richPlans } from '../testing/rich-plans.ts';
import { startTestApi } from '../testing/test-api.ts';

const PROGRAM = new URL('../testing/small-heap.ts', import.meta.url).pathname;
const PLANS = 100;
const SKUS = 20;
const TEXT = 50_000;
const HEAP_MIB = 64;

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture(() => api.creator());

it('saves and looks up plans with 100 MB of texts in a heap of 64 MiB', async () => {
  const plans = await richPlans(api.deps, creator.user_id, { plans: PLANS, skus: SKUS, text: TEXT });
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${HEAP_MIB}`,
    PROGRAM,
    api.databaseUrl,
    creator.user_id,
    ...plans,
  ]);
  expect(stdout).toBe(`priced ${PLANS}\n`);
});

it('keeps no text in the state that decides', async () => {
  const [plan_id] = await richPlans(api.deps, creator.user_id, { plans: 1, skus: SKUS, text: TEXT });
  const stream = planStream(plan_id as NonNullable<typeof plan_id>);
  const state = await api.deps.committer.read([stream], (states) => states.get(planKind, stream));
  expect(weightOf(state)).toBeLessThan(SKUS * 3_000);
});
