import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { startProgram } from './testing/program.ts';
import { openShop } from './testing/shop.ts';

const folder = temporaryFolder();
const shop = fixture(() => openShop());
const LOOKING = { timeout: 60_000 };

interface Result {
  asked_by: string;
  intact: boolean;
  what: string | null;
}
/** Of all verifications that are over, oldest first. */
async function results(): Promise<Result[]> {
  const { rows } = await shop.api.deps.pool.query<Result>(
    `SELECT asked_by, (verdict->>'intact')::bool AS intact, verdict->>'what' AS what
       FROM audit.verifications WHERE verdict IS NOT NULL ORDER BY number`,
  );
  return rows;
}
const seals = async () =>
  (await shop.api.deps.pool.query<{ number: number }>('SELECT number::int FROM audit.seals ORDER BY 1')).rows;

it('the worker verifies the log each night by itself, publishes its seals, and reports a log that was cut', async () => {
  const heads = join(folder.path, 'heads.jsonl');
  const published = async () => {
    const text = await readFile(heads, 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '').length;
  };
  const { pool } = shop.api.deps;
  const worker = await startProgram('worker', shop.api, { SEAL_HEADS: heads });
  try {
    await shop.sell(3);
    await shop.pass(61);
    await expect.poll(seals, LOOKING).toHaveLength(1);
    await shop.pass(61);
    await expect.poll(published, LOOKING).toBe(1);
    const intact = { asked_by: 'process:nightly-verification', intact: true, what: null };
    await shop.pass(86_400);
    await expect.poll(results, LOOKING).toEqual([intact]);
    await shop.pass(86_400);
    await expect.poll(results, LOOKING).toEqual([intact, intact]);

    // A change in the middle is found in the night after it.
    await pool.query(`UPDATE log.events SET data = (data::text || ' ')::json WHERE position = 1`);
    await shop.pass(86_400);
    const changed = { ...intact, intact: false, what: 'event_differs' };
    await expect.poll(results, LOOKING).toEqual([intact, intact, changed]);

    // A cut, together with its seal, is found within a minute.
    await pool.query('DELETE FROM audit.seals');
    await shop.pass(61);
    const cut = { asked_by: 'process:published-seals', intact: false, what: 'log_cut' };
    await expect.poll(results, LOOKING).toEqual([intact, intact, changed, cut]);
    expect(await published()).toBe(1);
  } finally {
    await worker.stop();
    await rm(heads, { force: true });
  }
});
