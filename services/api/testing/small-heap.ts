import { asPlanId, asUserId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { planStream } from '#events/stream-names.ts';
import { rankPlan } from '#services/commerce/catalog/rank-plan.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openPlansAsSold } from '#services/modules/catalog/plan-as-sold.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createPool } from '#services/runtime/database.ts';

/** Ranks plans and looks at them as they were sold, as an API process does: `node small-heap.ts URL CREATOR PLAN…` */
const [url = '', creator = '', ...plans] = process.argv.slice(2);
const pool = createPool(url, { name: 'small-heap', max: 2 });
const log = postgresLog(pool);
const committer = startCommitter({ log, clock: systemClock, pool });
const plansAsSold = openPlansAsSold(log);
for (const id of plans) {
  const plan_id = asPlanId(id);
  const stream = planStream(plan_id);
  await committer.submit(rankPlan({ creator_id: asUserId(creator), plan_id, rank: 3 }));
  const plan_version = await committer.read([stream], (states) => states.versionOf(stream));
  const sold = await plansAsSold.of({ plan_id, plan_version });
  if (sold?.skus.length === 0) throw new Error(`${id} has no SKUs`);
}
await committer.close();
await log.close();
await pool.end();
process.stdout.write(`priced ${plans.length}\n`);
