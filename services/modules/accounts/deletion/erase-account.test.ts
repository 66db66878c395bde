import { expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { IN_MAINLAND } from '#services/modules/delivery/place-abroad.ts';
import { openBlocks } from '#services/modules/relations/blocks.ts';
import { openMarks } from '#services/modules/relations/marks.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { startTestAccounts } from '../testing/test-accounts.ts';
import { eraseAccount } from './erase-account.ts';

const accounts = fixture(() =>
  startTestAccounts('media', 'cart', 'content', 'relations', 'notices', 'payments', 'worker', 'stats'),
);
const ADDRESS = {
  name: '林小满',
  phone: '13800138000',
  detail: '文三路 42 号',
  province: '330000',
  city: '330100',
  area: '330106',
  street: '',
  ...IN_MAINLAND,
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

test('a follow and a block of an account wait for its deletion, and leave no row', async () => {
  const { pool } = accounts.database;
  const [gone, fan, other] = [await accounts.person(), await accounts.person(), await accounts.person()];
  const first = deletion(gone);
  await first.begun;
  const follow = openMarks(pool).mark(fan, { kind: 'creator', subject_id: gone, creator_id: gone });
  const block = openBlocks(pool).add({ user_id: other, kind: 'block', other_id: gone }, 0);
  await waiting(2);
  first.commit();
  expect(await first.done).toBe(true);
  expect([await follow, await block]).toEqual([null, { code: 'not_found' }]);
  const { rowCount } = await pool.query(
    `SELECT FROM relations.marks WHERE creator_id = $1
      UNION ALL SELECT FROM relations.blocks WHERE other_id = $1`,
    [gone],
  );
  expect(rowCount).toBe(0);
});

/** Columns with an account's id whose rows outlive the account, and why. */
const STAY: Readonly<Record<string, string>> = {
  'accounts.team_changes.user_id': 'the record of other people’s teams',
  'accounts.users.imported_by': 'other people, whom it imported',
  'accounts.roles.user_id': 'staff cannot leave',
  'accounts.staff_reads.staff_id': 'the record of what staff looked at',
  'cart.entries.creator_id': 'carts of other people',
  'media.puts.owner_id': 'ends after 90 seconds',
  'runtime.set_aside.creator_id': 'events that could not be handled',
  'accounts.vault.user_id': 'sealed: erased with the key',
  'accounts.person_keys.user_id': 'its key is removed',
  'accounts.pictures.user_id': 'removed with the files',
  'media.files.owner_id': 'removed with the files',
};

test('rows of every table that names an account are erased with it', async () => {
  const user = await accounts.person();
  const statements: string[] = [];
  await inTransaction(accounts.database.pool, async (client) => {
    const query = vi.spyOn(client, 'query');
    await eraseAccount(client, accounts.vault, user, accounts.clock.now());
    statements.push(...query.mock.calls.map(([statement]) => String(statement)));
  });
  const { rows } = await accounts.database.pool.query<{ place: string }>(
    `SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS place FROM information_schema.columns
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
        AND column_name IN ('user_id', 'creator_id', 'owner_id', 'to_user', 'partner_id', 'staff_id', 'imported_by')
      ORDER BY 1`,
  );
  const erased = statements.flatMap((statement) => {
    const [, table, column] = /^DELETE FROM (\S+) WHERE (\w+) = /.exec(statement) ?? [];
    return table ? [`${table}.${column}`] : [];
  });
  const forgotten = rows
    .map(({ place }) => place)
    .filter((place) => !erased.includes(place) && !(place in STAY));
  expect(forgotten).toEqual([]);
});
