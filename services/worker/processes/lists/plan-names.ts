import type { Pool } from 'pg';
import type { DataOf } from '#events/registry.ts';
import { plansNamed } from '#read-models/catalog/names.ts';
import { openPlanNames } from '#services/modules/catalog/plan-names.ts';
import type { Process } from '../../process.ts';

/** Between two looks at a read model that is behind. */
const RECHECK_MS = 200;

/** Takes names of plans and products into the search. */
export const planNames = ({ pool }: { pool: Pool }): Process => {
  const names = openPlanNames(pool);
  return {
    name: 'plan-names',
    types: ['PlanCreated', 'PlanRevised'],
    timerFor({ data, position, metadata }) {
      const { plan_id: key } = data as DataOf<'PlanRevised'>; // both types name the plan
      return { key, set: { due_at: metadata.at, data: { position } } };
    },
    async fire({ key: plan_id, data: { position } }, now) {
      const { rows, as_of } = await plansNamed(pool, { ids: [plan_id] });
      if (as_of.position < Number(position)) return { again_at: now + RECHECK_MS };
      const [plan] = rows;
      if (plan) await names.keep(plan_id, plan.name);
      return 'done';
    },
  };
};
