import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newEventId, newSkuId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { fenOf } from '#events/money.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { lineStep, writtenOffSteps } from '#read-models/testing/money-history.ts';
import { proofFault, sealKeys } from '#services/contract/audit/log-proof.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { sealNext } from '#services/modules/audit/seals.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { audit, readRequest } from './audit.ts';

const database = fixture(() => createTestDatabase('whole'));
const folder = temporaryFolder();
let env: Record<string, string>;

beforeAll(async () => {
  env = { DATABASE_URL: database.url, DATA_DIR: folder.path };
  const log = postgresLog(database.pool);
  const sku_id = newSkuId();
  const events = [1, 2, 3].map((stock) => ({
    id: newEventId(),
    type: 'StockSet',
    data: { sku_id, plan_id: 'p', stock },
    metadata: { creator_id: 'c', actor: 'process:test' as const, at: stock },
  }));
  await log.append([{ stream: stockStream(sku_id), expected: 'no_stream', events }]);
  await log.close();
  const secrets = openSecrets({ dataDir: folder.path, production: false, env });
  await sealNext(database.pool, openSealer(secrets.ring('log-sealing')), { now: () => 1 }, 3);
});
const run = (...words: string[]) => audit(readRequest(words), env, folder.path);

test('verifies, proves with the printed key, and names a change', async () => {
  expect(await run('verify')).toEqual({
    well: true,
    lines: ['intact: 3 events under 1 seals are unchanged'],
  });
  const { lines } = await run('key');
  await run('prove', '2');
  const proof = JSON.parse(await readFile(join(folder.path, 'proof-2.json'), 'utf8'));
  expect(await proofFault(proof, await sealKeys(lines.join('\n')))).toBeNull();
  await expect(run('prove', '4')).rejects.toThrow(/not sealed/);

  await database.pool.query(
    `UPDATE log.events SET data = replace(data::text, '"stock":2', '"stock":7')::json WHERE position = 2`,
  );
  expect(await run('verify')).toEqual({
    well: false,
    lines: ['NOT INTACT at position 2 (seal 1): the event differs from the sealed one'],
  });
});

test('recomputes the books independently', async () => {
  const calendar = businessCalendar(DEFAULT_TIME_ZONE);
  const log = postgresLog(database.pool);
  await write(log, stepsOf(plainFate({ total: 1_000, ending: 'refunded', refundTenths: [3] }), 'a', 1));
  const dispute = { line_id: 't', kind: 'dispute' as const, amount: fenOf(-300), fee: fenOf(150) };
  await write(log, [lineStep(dispute, 1), ...writtenOffSteps('u', fenOf(70), true, 2)]);
  await installReadModels(database.pool, [ledger(calendar)]);
  await rebuild(database.pool, log, ledger(calendar));
  await log.close();
  const { well, lines } = await run('recompute');
  expect(well).toBe(true);
  expect(lines).toContain('open: gross 10.00, refunds 3.00, net 6.58');
  await database.pool.query(
    `UPDATE rm.ledger_accounts SET credit = credit + 1 WHERE account LIKE 'income:%'`,
  );
  const wrong = await run('recompute');
  expect(wrong.well).toBe(false);
  expect(wrong.lines).toContain('DIFFERS: income:service-fee: the books say -36, its events -35');
  await database.pool.query('ALTER VIEW rm.ledger_accounts RENAME TO elsewhere');
  await expect(run('recompute')).rejects.toThrow(
    /^cannot recompute the books: error: relation "rm.ledger_accounts" does not exist$/,
  );
});

test.each([[], ['prove'], ['verify', 'x'], ['repair']])('%j prints the usage', (...words) => {
  expect(() => readRequest(words.flat())).toThrow(/^use: /);
});

test.each(['0', 'x'])('prove %s names the mistake', (position) => {
  expect(() => readRequest(['prove', position])).toThrow(
    `prove ${position}: must be a position of the log, a whole number from 1`,
  );
});

test.each(['verify', 'key'])('%s in a folder without a database creates nothing', async (action) => {
  for (const DATA_DIR of [join(folder.path, 'mistyped'), '/proc/nope']) {
    const refused = audit(readRequest([action]), { DATA_DIR });
    await expect(refused).rejects.toThrow(`no database in ${DATA_DIR}: npm start creates one`);
    expect(existsSync(DATA_DIR)).toBe(false);
  }
});
