import { beforeAll, expect, test, vi } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { blindIndexWith, keyedHash } from '#services/modules/messages/account-name.ts';
import { ringOf } from '#services/runtime/keys/ring.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { openContacts } from './contacts.ts';
import { named, startTestAccounts } from './testing/test-accounts.ts';
import { openVault } from './vault.ts';

let creator: UserId;
let other: UserId;
const people = fixture(startTestAccounts);
beforeAll(async () => {
  [creator, other] = (await people.accounts.members.addMany([{ name: 'Ann' }, { name: 'Ben' }])) as [
    UserId,
    UserId,
  ];
});

test('a repeated import gives the same contacts', async () => {
  const first = await people.accounts.contacts.ensure(creator, ['17850', '李雷', '17850']);
  const second = await people.accounts.contacts.ensure(creator, ['李雷', 'new one']);
  expect(first.size).toBe(2);
  expect(second.get('李雷')).toBe(first.get('李雷'));
});

test('the same name at another creator is another contact', async () => {
  const mine = await people.accounts.contacts.ensure(creator, ['Sam']);
  const theirs = await people.accounts.contacts.ensure(other, ['Sam']);
  expect(mine.get('Sam')).not.toBe(theirs.get('Sam'));
});

test('the id, which events keep, reveals nothing about the name without the key', async () => {
  const { pool } = people.database;
  const ring = ringOf([Buffer.alloc(32)]);
  const vault = openVault(pool, ring, { now: () => 0 });
  const index = blindIndexWith(ring);
  const idUnder = async (key: number) => {
    const ids = keyedHash(Buffer.alloc(32, key));
    const contacts = openContacts({ pool, vault, index, ids, clock: { now: () => 0 } });
    return (await contacts.ensure(creator, ['Guess Me'])).get('Guess Me');
  };
  expect(await idUnder(1)).toMatch(/^[0-9a-f]{32}$/);
  expect(await idUnder(1)).toBe(await idUnder(1));
  expect(await idUnder(1)).not.toBe(await idUnder(2));
});

test('the name is in the vault only, and the directory shows it', async () => {
  const id = (await people.accounts.contacts.ensure(creator, ['Zhang Wei'])).get('Zhang Wei')!;
  const { rows } = await people.database.pool.query('SELECT users::text AS row FROM accounts.users');
  expect(rows.some(({ row }) => row.includes('Zhang'))).toBe(false);
  const shown = (await people.directory.usersByIds([id])).get(id);
  expect(shown).toMatchObject({ name: 'Zhang Wei', imported: true });
});

test('only the creator finds a contact, by the full name', async () => {
  const id = (await people.accounts.contacts.ensure(creator, ['Anna Schmidt'])).get('Anna Schmidt');
  expect(await people.directory.searchByName('anna schmidt', creator)).toEqual([id]);
  expect(await people.directory.searchByName('anna schmidt', other)).toEqual([]);
});

test('a contact is found in any width and case, without accents, as are contacts of older versions', async () => {
  const id = (await people.accounts.contacts.ensure(creator, ['Zoé O’Neill'])).get('Zoé O’Neill');
  for (const typed of ['zoe oneill', "ＺＯＥ O'Neill", 'Zoé O’Neill'])
    expect(await people.directory.searchByName(typed, creator)).toEqual([id]);
  const { pool } = people.database;
  const old = (await people.accounts.contacts.ensure(creator, ['Chloé'])).get('Chloé');
  await pool.query('UPDATE accounts.users SET name_index = $2 WHERE id = $1', [
    old,
    blindIndexWith(secretsOf('test').ring('lookup'))(`contact-name\0${creator}`, 'chloé'),
  ]);
  expect(await people.directory.searchByName('CHLOÉ', creator)).toEqual([old]);
});

test('users are found by a part of their public name, wildcards being plain text', async () => {
  await people.accounts.members.addMany([{ name: '100%_star' }]);
  expect(await people.directory.searchByName('%_s', creator)).toHaveLength(1);
  expect(await people.directory.searchByName('%', creator)).toHaveLength(1);
  expect(await people.directory.searchByName('  ', creator)).toEqual([]);
});

test('two concurrent imports of the same names create each contact once', async () => {
  const names = Array.from({ length: 50 }, (_, at) => `racer ${at}`);
  const both = await Promise.all([
    people.accounts.contacts.ensure(creator, names),
    people.accounts.contacts.ensure(creator, names),
  ]);
  expect(both[0]).toEqual(both[1]);
  const shown = await people.directory.usersByIds([...both[0].values()]);
  expect([...shown.values()].map((user) => user.name).sort()).toEqual([...names].sort());
});

test('the directory forgets a name that was changed in another process', async () => {
  const there = await people.another();
  const user = await people.accounts.members.add({ name: 'Before', account: named('rename@example.com') });
  const nameThere = async () => (await there.directory.usersByIds([user!])).get(user!)?.name;
  expect(await nameThere()).toBe('Before');
  await people.accounts.profiles.editUser(user!, { name: 'After' });
  await vi.waitFor(async () => expect(await nameThere()).toBe('After'), 45_000);
});

test('an unknown id gives an entry without a name', async () => {
  expect((await people.directory.usersByIds(['nobody'])).get('nobody')).toMatchObject({ name: '' });
});
