import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { plainOffer, plainSku } from '#events/catalog.ts';
import { asPlanId, asSkuId, asUserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../testing/database.ts';

const HEAP_MB = 64;
const EVENTS = 420;
const CHARACTERS = 50_000;

const database = fixture(readModelDatabase);

/** Plans of twenty SKUs, each SKU with a long text: 63 MB as stored, 42 MB as JavaScript keeps it. */
async function writeLongPlans(): Promise<void> {
  const plan_id = asPlanId('PLAN');
  const creator_id = asUserId('c');
  const offer = { name: 'Plan', ...plainOffer, product_type: 1 as const, price: fenOf(100), rank: 0 };
  const sku = {
    sku_id: asSkuId('SKU'),
    name: 'SKU',
    price: fenOf(500),
    ...plainSku,
    rank: 0,
    purchase_limit: { count: 0, days: 0 },
    purchased_rich_text: 'TEXT',
  };
  await database.pool.query(
    `INSERT INTO log.events (position, stream, version, id, type, schema_version, data, metadata, recorded_at)
     SELECT n, 'plan-' || p, v, gen_random_uuid(), CASE v WHEN 0 THEN 'PlanCreated' ELSE 'SkuOffered' END, 2,
            replace(replace(replace(CASE v WHEN 0 THEN $1 ELSE $2 END, 'PLAN', 'p' || p), 'SKU', 's' || n),
                    'TEXT', repeat('好', $3::int))::json,
            '{"creator_id":"c","actor":"process:test","at":1780000000000}', now()
       FROM (SELECT n, (n - 1) / 21 AS p, (n - 1) % 21 AS v FROM generate_series(1, $4::int) AS n) AS numbered`,
    [JSON.stringify({ plan_id, creator_id, offer }), JSON.stringify({ plan_id, sku }), CHARACTERS, EVENTS],
  );
  await database.pool.query('UPDATE log.head SET position = $1', [EVENTS]);
}

test('read models are rebuilt over long texts within a small heap', async () => {
  await writeLongPlans();
  const child = fork(new URL('../testing/rebuild-program.ts', import.meta.url), [database.url], {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  const [code] = await once(child, 'exit');
  expect([code, output]).toEqual([0, '']);
  const { rows } = await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM rm.plans');
  expect(rows[0]?.n).toBe(Math.ceil(EVENTS / 21));
});
