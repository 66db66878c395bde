import { expect, test } from 'vitest';
import { newUserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { startTestAccounts } from './testing/test-accounts.ts';
import { requireMaster } from './vault.ts';

const accounts = fixture(startTestAccounts);

test('returns the stored value, under a random reference', async () => {
  const user = newUserId();
  const ref = await accounts.vault.put(user, 'remark', '请放在门口 🚪');
  expect(ref).toMatch(/^[0-9a-f]{32}$/);
  expect(await accounts.vault.read([ref, 'unknown'])).toEqual(new Map([[ref, '请放在门口 🚪']]));
});

test('a database has one master key', async () => {
  await accounts.vault.put(newUserId(), 'remark', 'first');
  const { pool } = accounts.database;
  await requireMaster(pool, secretsOf('test').ring('vault'));
  await expect(requireMaster(pool, secretsOf('another').ring('vault'))).rejects.toThrow('has another key');
});

test('stores no readable text', async () => {
  await accounts.vault.put(newUserId(), 'address', 'Main Street 42');
  const { rows } = await accounts.database.pool.query<{ row: string }>(
    `SELECT encode(sealed, 'escape') AS row FROM accounts.vault`,
  );
  expect(rows.some(({ row }) => row.includes('Main Street'))).toBe(false);
});

test('an erased person cannot be read, and others are not affected', async () => {
  const [gone, stays] = [newUserId(), newUserId()];
  const refs = [
    await accounts.vault.put(gone, 'email', 'gone@example.com'),
    await accounts.vault.put(stays, 'email', 'stays@example.com'),
  ];
  const { rows: before } = await accounts.database.pool.query(
    'SELECT * FROM accounts.vault WHERE user_id = $1',
    [gone],
  );
  await accounts.vault.erase(gone);
  expect(await accounts.vault.read(refs)).toEqual(new Map([[refs[1], 'stays@example.com']]));

  // A row from a backup does not help: a new key of the same person does not open it.
  const [row] = before;
  await accounts.vault.put(gone, 'remark', 'new life');
  await accounts.database.pool.query(
    'INSERT INTO accounts.vault (ref, user_id, kind, sealed) VALUES ($1, $2, $3, $4)',
    [row.ref, row.user_id, row.kind, row.sealed],
  );
  await expect(accounts.vault.read([row.ref])).rejects.toThrow();
});

test('a sealed value cannot be put in the place of another', async () => {
  const user = newUserId();
  const [a, b] = await accounts.vault.putMany([
    { user_id: user, kind: 'remark', text: 'first' },
    { user_id: user, kind: 'remark', text: 'second' },
  ]);
  await accounts.database.pool.query(
    `UPDATE accounts.vault SET sealed = (SELECT sealed FROM accounts.vault WHERE ref = $1) WHERE ref = $2`,
    [a, b],
  );
  await expect(accounts.vault.read([b!])).rejects.toThrow();
});

test('an entry with a derived reference is written once', async () => {
  const user = newUserId();
  await accounts.vault.putMany([{ user_id: user, kind: 'name', text: 'first', ref: 'name-once' }]);
  await accounts.vault.putMany([{ user_id: user, kind: 'name', text: 'second', ref: 'name-once' }]);
  expect((await accounts.vault.read(['name-once'])).get('name-once')).toBe('first');
});

test('twenty concurrent writes for one new person share one key', async () => {
  const user = newUserId();
  const refs = await Promise.all(
    Array.from({ length: 20 }, (_, at) => accounts.vault.put(user, 'remark', `note ${at}`)),
  );
  const texts = await accounts.vault.read(refs);
  expect([...texts.values()].sort()).toEqual(Array.from({ length: 20 }, (_, at) => `note ${at}`).sort());
});

test('every look of staff is recorded before anything is shown', async () => {
  const [user, staff] = [newUserId(), newUserId()];
  const ref = await accounts.vault.put(user, 'phone', '+8613800138000');
  await accounts.vault.readAsStaff(staff, [ref], 'order question');
  const { rows } = await accounts.database.pool.query(
    'SELECT staff_id, ref, reason FROM accounts.staff_reads WHERE staff_id = $1',
    [staff],
  );
  expect(rows).toEqual([{ staff_id: staff, ref, reason: 'order question' }]);
});
