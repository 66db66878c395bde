import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { closeGate, type GateAt } from '#services/worker/testing/gate.ts';
import { differences } from './testing/compare-sums.ts';
import { sumsOf } from './testing/file-sums.ts';
import { startImport } from './testing/import-program.ts';
import { writeRetailFile } from './testing/retail-file.ts';

const ORDERS = 1_200;
const BUYERS = 150;
/** An order in the middle of the file: about half of them are imported before it. */
const MIDDLE = 536_365 + ORDERS / 2;
const TIMEOUT_MS = 120_000;

const event = (when: string): GateAt => ({ table: 'log.events', on: 'INSERT', when });

/** Where it is killed, each time after it has come further than the time before. */
const steps: readonly [string, GateAt][] = [
  ['offering the SKUs', event(`NEW.type = 'SkuOffered'`)],
  ['making the buyers', { table: 'accounts.users', on: 'INSERT', when: 'NEW.imported_by IS NOT NULL' }],
  [
    'writing an order in the middle',
    event(`NEW.type = 'OrderPlaced' AND NEW.data ->> 'out_trade_no' = '${MIDDLE}'`),
  ],
  [
    'building the figures of the last orders',
    {
      table: 'rm_orders_1.orders',
      on: 'INSERT',
      when: `NEW.out_trade_no = '${536_365 + ORDERS - 1}'`,
    },
  ],
];

const api = fixture(() => startTestApi({ projections: false }));
async function count(sql: string): Promise<number> {
  const { rows } = await api.deps.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`);
  return rows[0]?.n ?? -1;
}

const imported = () => count(`log.events WHERE type = 'OrderPlaced'`);

it(
  'killed at any step and run again, an import loses nothing and brings nothing in twice',
  async () => {
    const creator = await api.creator();
    const file = join(api.deps.config.dataDir, 'past.csv');
    const retail = await writeRetailFile(file, {
      orders: ORDERS,
      skus: 420,
      plans: 3,
      buyers: BUYERS,
      linesPerOrder: 4,
      firstDay: '2025-03-01',
      days: 40,
    });
    expect(await sumsOf(file, api.deps.calendar)).toEqual(retail);

    const before: number[] = [];
    for (const [step, at] of steps) {
      const gate = await closeGate(api.deps.pool, api.databaseUrl, at);
      const run = startImport(api, creator.url_slug, file);
      const early = run.finished.then((output) => {
        throw new Error(`${step}: the import came to its end: ${output}`);
      });
      await Promise.race([gate.reached(TIMEOUT_MS), early]);
      await run.kill();
      before.push(await imported());
      // The statement of a dead connection continues, and can still write.
      await gate.open();
    }
    const [offering, buyers, middle, totals] = before;
    expect([offering, buyers]).toEqual([0, 0]);
    expect(middle).toBeGreaterThan(0);
    expect(middle).toBeLessThan(ORDERS);
    // Orders are imported concurrently, so the file's last order can arrive before others.
    expect(totals).toBeGreaterThanOrEqual(middle ?? ORDERS);

    expect(await startImport(api, creator.url_slug, file).finished).toContain(
      `${retail.lines} lines read, 0 orders imported, ${ORDERS} were there already`,
    );
    expect(await differences(api.deps.pool, creator.user_id, retail)).toEqual([]);
    expect(await imported()).toBe(ORDERS);
    const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1);
    const named = (column: number): number => new Set(lines.map((line) => line.split(',')[column])).size;
    expect({
      plans: await count(`log.events WHERE type = 'PlanCreated'`),
      skus: await count(`log.events WHERE type = 'SkuOffered'`),
      buyers: await count('accounts.users WHERE imported_by IS NOT NULL'),
    }).toEqual({ buyers: named(2), plans: named(3), skus: named(4) });

    const head = await api.deps.log.head();
    await startImport(api, creator.url_slug, file).finished;
    expect(await api.deps.log.head()).toBe(head);
  },
  TIMEOUT_MS * 3,
);
