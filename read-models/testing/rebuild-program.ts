import { Pool } from 'pg';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '../all.ts';
import { generationsOf } from '../engine/generations.ts';
import { runProjections } from '../engine/runner.ts';

/** The worker's projections only: exits with 0 after a changed catalog was rebuilt. */
const pool = new Pool({ connectionString: process.argv[2], max: 12 });
const log = postgresLog(pool);
const projections = allProjections(businessCalendar('Asia/Shanghai')).map((projection) =>
  projection.name === 'catalog' ? { ...projection, version: 99 } : projection,
);
const runner = runProjections({
  pool,
  log,
  projections,
  onError: (name, error) => console.error(name, error),
});
const head = await log.head();
const reached = async (name: string): Promise<boolean> => {
  const [live] = await generationsOf(pool, name, 'live');
  return live !== undefined && live.position >= head && (name !== 'catalog' || live.fingerprint === '99');
};
for (const { name } of projections) {
  while (!(await reached(name))) await new Promise((resolve) => setTimeout(resolve, 50));
}
await runner.stop();
await log.close();
await pool.end();
