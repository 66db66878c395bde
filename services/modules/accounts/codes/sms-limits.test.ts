import { beforeEach, expect, test } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startTestAccounts } from '../testing/test-accounts.ts';
import { openSmsLimits } from './sms-limits.ts';

const DAY_MS = 86_400_000;
const PER_DAY = 100;
const accounts = fixture(startTestAccounts);
const limits = fixture(() => limitsOf(accounts));
const limitsOf = ({ database: { pool }, clock, accounts: { attempts } }: typeof accounts) =>
  openSmsLimits({ pool, clock, attempts, perDay: PER_DAY });

const pass = (ms: number) => accounts.clock.setOffset(accounts.clock.offset + ms);
beforeEach(() => pass(2 * DAY_MS));

async function countOf(tries: number, reserve: (n: number) => Promise<{ wait: number }>): Promise<number> {
  let granted = 0;
  for (let n = 0; n < tries; n += 1) if ((await reserve(n)).wait === 0) granted += 1;
  return granted;
}
const byStrangers = (n: number) => limits.code({ address: `192.0.2.${n}` });

test('strangers from all addresses get half of a day; members the rest', async () => {
  const member = await accounts.person();
  pass(8 * DAY_MS);
  const newcomer = await accounts.person();
  expect(await countOf(200, byStrangers)).toBe(PER_DAY / 2);
  expect((await limits.code({ user: newcomer })).wait).toBeGreaterThan(0);
  expect((await limits.code({ user: member })).wait).toBe(0);
  pass(DAY_MS);
  expect((await byStrangers(0)).wait).toBe(0);
});

test('an address and a person have 20 a day; the wait names when', async () => {
  expect(await countOf(30, () => limits.code({ address: '198.51.100.1' }))).toBe(20);
  const { wait } = await limits.code({ address: '198.51.100.1' });
  expect(wait).toBeGreaterThan(86_000);
  expect((await limits.code({ address: '198.51.100.2' })).wait).toBe(0);
  const member = await accounts.person();
  pass(8 * DAY_MS);
  expect(await countOf(30, () => limits.code({ user: member }))).toBe(20);
});

test('what was refused or given back counts nowhere', async () => {
  for (let n = 0; n < 100; n += 1) await limits.code({ address: '203.0.113.1' });
  for (let n = 0; n < 100; n += 1) await (await byStrangers(0)).giveBack();
  expect(await countOf(100, byStrangers)).toBe(PER_DAY / 2 - 20);
});

test('of concurrent messages in two processes as many leave as a day has', async () => {
  const others = openSmsLimits({
    pool: accounts.database.pool,
    clock: accounts.clock,
    attempts: (await accounts.another()).accounts.attempts,
    perDay: PER_DAY,
  });
  const sendings = Array.from({ length: 150 }, (_, n) => (n % 2 ? limits : others).sending(undefined));
  const granted = (await Promise.all(sendings)).filter(({ wait }) => wait === 0);
  expect(granted).toHaveLength(PER_DAY);
});

test('a person gets five notices a day', async () => {
  expect(await countOf(10, () => limits.sending(asUserId('reader')))).toBe(5);
  expect((await limits.sending(asUserId('other'))).wait).toBe(0);
});
