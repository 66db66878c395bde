import { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';
import { EVENTS_PER_ORDER, generatePast } from './generated-log.ts';
import { atLeast, type Bench, type Row } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const EVENTS = 1_000_000;
const PAGE = 20_000;
const TARGET = 1 / 4;

const migrations = [
  { area: 'log', folder: logMigrations },
  { area: 'read-models', folder: new URL('../../read-models/migrations/', import.meta.url) },
];

/** Events per second when the whole log is read and decoded, and nothing is done with it. */
async function readingOnly(log: EventLog): Promise<number> {
  const head = await log.head();
  const began = performance.now();
  for (let after = 0; after < head; ) after = (await log.readAll(after, { limit: PAGE })).through;
  return head / ((performance.now() - began) / 1000);
}

/** Speed of rebuilding each read model, compared with reading the same log and decoding it. */
export const rebuildBench: Bench = ({ databaseUrl, quick }) =>
  withScratchDatabase(databaseUrl, migrations, async (url) => {
    const pool = new Pool({ connectionString: url, max: 8 });
    const log = postgresLog(pool);
    try {
      const creators = Array.from(
        { length: 40 },
        (_, number) => `creator${String(number).padStart(25, '0')}`,
      );
      const orders = EVENTS / EVENTS_PER_ORDER / (quick ? 10 : 1);
      await generatePast(pool, {
        orders,
        creators,
        fans: 20_000,
        days: 90,
        until: Date.now(),
        events: 'whole',
      });
      const projections = allProjections(businessCalendar('Asia/Shanghai'));
      await installReadModels(pool, projections);
      await readingOnly(log);
      const reading = { name: 'reading and decoding the same log', value: await readingOnly(log) };
      const head = await log.head();
      const rows: Row[] = [];
      for (const projection of projections) {
        const began = performance.now();
        await rebuild(pool, log, projection);
        const value = head / ((performance.now() - began) / 1000);
        rows.push(
          atLeast(TARGET, {
            name: `rebuild of ${projection.name}`,
            value,
            unit: 'events/s',
            reference: reading,
          }),
        );
      }
      return rows;
    } finally {
      await log.close();
      await pool.end();
    }
  });
