import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { finalFaults, recomputeFaults } from './check-books.ts';
import { askHledger, hledgerIsHere } from './hledger.ts';
import { providerFaults } from './provider-books.ts';
import { type Simulated, simulate } from './simulate.ts';
import { statementFaults } from './statement-faults.ts';
import { openWorld, type World } from './world.ts';

/** Printed after a failure; another seed gives another story. */
const SEED = 20_261_101;

const database = fixture(() => createTestDatabase('whole'));
const folder = temporaryFolder();
let world: World;
let simulated: Simulated;

beforeAll(async () => {
  world = await openWorld({ databaseUrl: database.url, dataDir: folder.path });
  simulated = await simulate(world, { seed: SEED, creators: 8, orders: 500, months: 2 }, () => undefined);
});
afterAll(async () => {
  await world.close();
});

test('two months of a market with killed processes end with correct books', () => {
  expect(simulated.faults, `seed ${SEED}`).toEqual([]);
  const { counts } = simulated;
  // Otherwise it proves nothing.
  for (const what of ['refunds', 'withdrawals', 'approved', 'workers killed']) {
    expect(counts.of(what), what).toBeGreaterThan(1);
  }
  expect(counts.of('orders')).toBeGreaterThan(300);
  const byCode = counts.of('orders by a code');
  expect(byCode).toBeGreaterThan(50);
  expect(byCode).toBeLessThan(counts.of('orders') / 2);
  expect(counts.of('statements')).toBe(3);
  for (const what of [
    'lines: missing',
    'lines: doubled',
    'lines: other amount',
    'differences written off',
    'differences explained',
  ]) {
    expect(counts.of(what), what).toBeGreaterThan(1);
  }
  expect(simulated.stated.fees).toBeGreaterThan(0);
});

test('hledger reads the export, and has the same balance for every account', async ({ skip }) => {
  skip(!(await hledgerIsHere()), 'no hledger');
  const { faults, accounts, bytes } = await askHledger(world);
  expect(faults).toEqual([]);
  expect(accounts).toBeGreaterThan(20);
  expect(bytes).toBeGreaterThan(100_000);
});

/** Without these the check above could not fail. */
describe('planted errors are found:', () => {
  /** Changes data directly, checks, and restores it. */
  async function spoiled(change: string, look: () => Promise<string[]>, back: string): Promise<string[]> {
    await database.pool.query(change);
    try {
      return await look();
    } finally {
      await database.pool.query(back);
    }
  }
  const recomputed = () => recomputeFaults(database.url);

  /** Of the newest entry: moves money between its accounts, so that all of it still adds up to zero. */
  const shifted = async (by: number): Promise<string> => {
    const { rows } = await database.pool.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables
        WHERE table_name = 'ledger_postings' AND table_type = 'BASE TABLE'`,
    );
    const schema = rows[0]?.schema;
    return `
      ALTER TABLE ${schema}.ledger_postings DISABLE TRIGGER ledger_unchanged;
      UPDATE ${schema}.ledger_postings p SET amount = amount + CASE WHEN account = 'income:service-fee' THEN ${-by} ELSE ${by} END
       WHERE account IN ('income:service-fee', 'income:payment-fee')
         AND position = (SELECT max(position) FROM ${schema}.ledger_postings WHERE account = 'income:payment-fee');
      UPDATE ${schema}.ledger_accounts SET credit = credit + CASE WHEN account = 'income:service-fee' THEN ${by} ELSE ${-by} END
       WHERE account IN ('income:service-fee', 'income:payment-fee');
      ALTER TABLE ${schema}.ledger_postings ENABLE TRIGGER ledger_unchanged;`;
  };

  test('a posting that was changed', async () => {
    const faults = await spoiled(await shifted(1), recomputed, await shifted(-1));
    expect(faults.join('\n')).toMatch(/income:payment-fee: the books say/);
    expect(faults.join('\n')).toMatch(/income:service-fee: the books say/);
  });

  test('a commission that the partner’s books never had', async () => {
    const rate = (by: string): string =>
      `UPDATE log.events SET data = jsonb_set(data::jsonb, '{affiliate,rate_percent}',
                to_jsonb((data->'affiliate'->>'rate_percent')::int ${by}))::json
        WHERE position = (SELECT p.position FROM log.events p
                            JOIN log.events paid ON paid.stream = p.stream AND paid.type = 'OrderPaid'
                           WHERE p.type = 'OrderPlaced' AND p.data->>'affiliate' IS NOT NULL
                             AND (p.data->>'total_amount')::int > 1000
                           ORDER BY p.position DESC LIMIT 1)`;
    const faults = await spoiled(rate('+ 1'), recomputed, rate('- 1'));
    // Whether the order's month is settled already depends on the day.
    expect(faults.filter((fault) => /(pending|available): the books say/.test(fault))).toHaveLength(2);
  });

  test('a settlement that was dropped', async () => {
    await database.pool.query(
      `CREATE TABLE dropped AS SELECT * FROM log.events WHERE type = 'MonthSettled' ORDER BY position LIMIT 1`,
    );
    const faults = await spoiled(
      'DELETE FROM log.events e USING dropped d WHERE e.position = d.position',
      () => finalFaults(world),
      'INSERT INTO log.events SELECT * FROM dropped',
    );
    expect(faults.join('\n')).toMatch(/is not its settlement/);
    expect(faults.join('\n')).toMatch(/pending: the books say/);
    expect(faults.join('\n')).toMatch(/ledger rebuilt differs/);
    expect(faults.join('\n')).toMatch(/the seals break .*event_missing/);
  });

  test('a refund of a fen more than was booked', async () => {
    const change = (by: string): string =>
      `UPDATE log.events SET data = jsonb_set(data::jsonb, '{amount}', to_jsonb((data->>'amount')::int ${by}))::json
        WHERE position = (SELECT max(position) FROM log.events WHERE type = 'OrderRefunded')`;
    const faults = await spoiled(change('+ 1'), recomputed, change('- 1'));
    expect(faults.join('\n')).toMatch(/assets:psp:sandbox: the books say/);
  });

  test('a withdrawal that the provider paid twice', async () => {
    const faults = await spoiled(
      `INSERT INTO sandbox.payouts SELECT payout_id || '-again', provider_reference || '-again', user_id,
         withdrawal_id, kind, amount, status, cause, settles_at, created_at
         FROM sandbox.payouts WHERE status = 'accepted' ORDER BY payout_id LIMIT 1`,
      () => providerFaults(database.pool),
      `DELETE FROM sandbox.payouts WHERE payout_id LIKE '%-again'`,
    );
    expect(faults.join('\n')).toMatch(/was paid twice/);
    expect(faults.join('\n')).toMatch(/-again has another state at the provider/);
  });

  test('a statement line that was not imported', async () => {
    const fee = async (by: string): Promise<string> => {
      const { rows } = await database.pool.query<{ schema: string }>(
        `SELECT table_schema AS schema FROM information_schema.tables
          WHERE table_name = 'ledger_accounts' AND table_type = 'BASE TABLE'`,
      );
      return `UPDATE ${rows[0]?.schema}.ledger_accounts SET debit = debit ${by} WHERE account = 'expenses:psp-fee'`;
    };
    const look = () => statementFaults(world, simulated.stated);
    const faults = await spoiled(await fee('- 18'), look, await fee('+ 18'));
    expect(faults.join('\n')).toMatch(/the provider kept \d+ in fees, by our books/);
  });

  test('an unplanned difference, and an unresolved one', async () => {
    const { rows } = await database.pool.query<{ schema: string; id: string }>(
      `SELECT t.table_schema AS schema, i.difference_id AS id FROM information_schema.tables t,
              (SELECT difference_id FROM rm.reconciliation_items
                WHERE resolved_position IS NOT NULL AND state <> 'matched' ORDER BY 1 LIMIT 1) AS i
        WHERE t.table_name = 'reconciliation_items' AND t.table_type = 'BASE TABLE'`,
    );
    const [{ schema, id } = { schema: '', id: '' }] = rows;
    const open = (is: boolean): string =>
      `UPDATE ${schema}.reconciliation_items SET open = ${is} WHERE difference_id = '${id}' AND resolved_position IS NOT NULL`;
    const meant = { ...simulated.stated, wrongly: new Set<string>() };
    const faults = await spoiled(open(true), () => statementFaults(world, meant), open(false));
    expect(faults.join('\n')).toMatch(/1 differences \((only_ours|only_theirs|differs)\) are open/);
    expect(faults.join('\n')).toMatch(/without a planted error/);
  });
});
