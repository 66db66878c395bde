import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { startTestAccounts } from '../testing/test-accounts.ts';
import { eraseAccount } from './erase-account.ts';

const accounts = fixture(() => startTestAccounts('cart', 'content'));
const ADDRESS = {
  name: '林小满',
  phone: '13800138000',
  detail: '文三路 42 号',
  province: '330000',
  city: '330100',
  area: '330106',
  street: '',
};

/** Resolves when so many statements wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rowCount } = await accounts.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rowCount;
    })
    .toBe(count);

/** A deletion that ends when `end` is called. */
function deletion(user: Parameters<typeof eraseAccount>[2]) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done = inTransaction(accounts.database.pool, async (client) => {
    const deleted = await eraseAccount(client, accounts.vault, user, accounts.clock.now());
    begun.resolve();
    await ended;
    return deleted;
  });
  return { begun: begun.promise, done, commit: resolve, rollBack: () => reject(new Error('rolled back')) };
}

test('a second deletion and a new record wait for the first, and then find no account', async () => {
  const user = await accounts.person();
  const first = deletion(user);
  await first.begun;
  const second = deletion(user);
  const record = accounts.addresses.save(user, ADDRESS, { is_default: false });
  record.catch(() => undefined);
  await waiting(2);
  first.commit();
  second.commit();
  expect(await first.done).toBe(true);
  expect(await second.done).toBe(false);
  await expect(record).rejects.toThrow('no key');
  expect(await accounts.vaultEntries(user, 'address')).toBe(0);
});

test('after a deletion that was rolled back, both succeed', async () => {
  const user = await accounts.person();
  const first = deletion(user);
  await first.begun;
  const record = accounts.addresses.save(user, ADDRESS, { is_default: false });
  await waiting(1);
  first.rollBack();
  await expect(first.done).rejects.toThrow('rolled back');
  expect(await record).not.toHaveProperty('code');
  const second = deletion(user);
  second.commit();
  expect(await second.done).toBe(true);
  expect(await accounts.vaultEntries(user, 'address')).toBe(0);
});
