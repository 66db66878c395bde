import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { createPool } from '#services/runtime/database.ts';
import { openAttempts } from './attempts.ts';
import { startTestAccounts } from './testing/test-accounts.ts';
import { openVerifyCodes } from './verify-codes.ts';

const accounts = fixture(startTestAccounts);
const codes = fixture(() =>
  openVerifyCodes(accounts.database.pool, accounts.clock, accounts.accounts.attempts),
);

const accountNo = (text: string): Buffer => createHash('sha256').update(text).digest();
async function drawn(account: Buffer): Promise<string> {
  const result = await codes.draw(account, 'register', true);
  if (!('code' in result)) throw new Error('no code was drawn');
  return result.code;
}
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

test('a code is used once', async () => {
  const account = accountNo('once');
  const code = await drawn(account);
  expect(code).toMatch(/^\d{6}$/);
  expect(await codes.use(account, 'register', code)).toBe(true);
  expect(await codes.use(account, 'register', code)).toBe(false);
});

test('a code is for its account and its scene', async () => {
  const account = accountNo('scene');
  const code = await drawn(account);
  expect(await codes.use(account, 'forgot', code)).toBe(false);
  expect(await codes.use(accountNo('somebody else'), 'register', code)).toBe(false);
});

test('after five wrong tries the right code does not help', async () => {
  const account = accountNo('tries');
  const code = await drawn(account);
  for (let count = 0; count < 5; count += 1) await codes.use(account, 'register', otherThan(code));
  expect(await codes.use(account, 'register', code)).toBe(false);
});

test('a code lives for ten minutes', async () => {
  const account = accountNo('old');
  const code = await drawn(account);
  accounts.clock.setOffset(accounts.clock.offset + 600_001);
  expect(await codes.use(account, 'register', code)).toBe(false);
});

test('another code can be requested after 180 seconds', async () => {
  const account = accountNo('resend');
  await drawn(account);
  accounts.clock.setOffset(accounts.clock.offset + 100_000);
  const early = await codes.draw(account, 'register', true);
  expect(early).toEqual({ retry_after: expect.any(Number) });
  expect('retry_after' in early && early.retry_after).toBeGreaterThan(75);
  accounts.clock.setOffset(accounts.clock.offset + 80_000);
  expect(await codes.draw(account, 'register', true)).toHaveProperty('code');
});

test('of twenty requests at once in two processes one gets a code', async () => {
  const account = accountNo('requests');
  const pool = createPool(accounts.database.url, { name: 'other', max: 10 });
  const other = openVerifyCodes(pool, accounts.clock, openAttempts(pool, accounts.clock));
  const drawing = Array.from({ length: 20 }, (_, n) =>
    (n % 2 === 0 ? codes : other).draw(account, 'register', true),
  );
  const sent = (await Promise.all(drawing)).filter((one) => 'code' in one);
  await pool.end();
  expect(sent).toHaveLength(1);
  const [{ code } = { code: '' }] = sent;
  expect(await codes.use(account, 'register', code)).toBe(true);
});

test('of twenty concurrent uses of a code, one succeeds', async () => {
  const account = accountNo('race');
  const code = await drawn(account);
  // Fewer attempts than the limit, so that the limit is not the reason why only one succeeds.
  await accounts.database.pool.query('UPDATE accounts.verify_codes SET tries_left = 100');
  const results = await Promise.all(Array.from({ length: 20 }, () => codes.use(account, 'register', code)));
  expect(results.filter((used) => used === true)).toHaveLength(1);
});

test('negative control: looking first and using up afterwards lets several through', async () => {
  const account = accountNo('naive race');
  await drawn(account);
  const { pool } = accounts.database;
  const lookThenUse = async (): Promise<boolean> => {
    const { rows } = await pool.query(
      'SELECT code_hash FROM accounts.verify_codes WHERE account_index = $1',
      [account],
    );
    await pool.query('UPDATE accounts.verify_codes SET code_hash = NULL WHERE account_index = $1', [account]);
    return rows[0].code_hash !== null;
  };
  const results = await Promise.all(Array.from({ length: 20 }, lookThenUse));
  expect(results.filter(Boolean).length).toBeGreaterThan(1);
});
