import { expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { checkCharacter } from '#services/contract/tickets/resident-id.ts';
import { startTestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';
import { blindIndexWith } from '#services/modules/messages/account-name.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { indexEarlierNames, nameParts } from './holder-names.ts';

const accounts = fixture(startTestAccounts);

const CARD = `11010119900307001${checkCharacter('11010119900307001')}`;

async function heldBy(name: string): Promise<{ user: UserId; ref: string }> {
  const user = await accounts.person();
  const taken = await accounts.identities.forTickets(user, [{ name, id_card: CARD }]);
  if (isRefusal(taken)) throw new Error('the holder was refused');
  return { user, ref: taken.holder_refs[0] ?? '' };
}

async function found(text: string): Promise<string[]> {
  const { rows } = await accounts.database.pool.query<{ ref: string }>(
    'SELECT ref FROM accounts.holder_names WHERE name_index = ANY ($1) ORDER BY ref',
    [accounts.identities.searchedName(text)],
  );
  return rows.map(({ ref }) => ref);
}

test('a name has few parts: beginnings, and the ends of a Chinese name', () => {
  expect([...nameParts('张三丰')].sort()).toEqual(['三丰', '丰', '张', '张三', '张三丰'].sort());
  expect(nameParts('Ann Lee')).toEqual(new Set(['an', 'ann', 'annl', 'annle', 'annlee', 'le', 'lee']));
  expect(nameParts('古丽娜尔·买买提')).toContain('买买提');
  expect(nameParts('ＡＮＮ')).toEqual(nameParts('ann'));
  for (const name of ['张'.repeat(40), 'a'.repeat(40), Array(20).fill('a').join(' ')])
    expect(nameParts(name).size).toBeLessThanOrEqual(80);
});

test('no row contains a name, and rows are deleted with the person', async () => {
  const { user, ref } = await heldBy('欧阳修');
  expect(await found('欧阳')).toEqual([ref]);
  const { rows } = await accounts.database.pool.query<{ row: string }>(
    'SELECT holder_names::text AS row FROM accounts.holder_names',
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from('欧阳').toString('hex'));
  await accounts.vault.erase(user);
  expect(await found('欧阳')).toEqual([]);
});

test('a saved record is found as well, and under its new name once it was changed', async () => {
  const user = await accounts.person();
  const first = await accounts.identities.save(user, { name: '苏东坡', id_card: CARD });
  if (isRefusal(first)) throw new Error('the record was refused');
  expect(await found('苏东坡')).toHaveLength(1);
  await accounts.identities.save(user, { name: '苏子瞻', id_card: '', identity_id: first.identity_id });
  expect(await found('苏东坡')).toEqual([]);
  expect(await found('子瞻')).toHaveLength(1);
});

test('entries from before the index are indexed, once, and erased ones are not', async () => {
  const [stored, gone] = [await heldBy('司马光'), await heldBy('司马迁')];
  const { pool } = accounts.database;
  await pool.query('DELETE FROM accounts.holder_names');
  expect(await found('司马')).toEqual([]);
  await accounts.vault.erase(gone.user);
  const index = blindIndexWith(secretsOf('test').ring('lookup'));
  expect(await indexEarlierNames(pool, accounts.vault, index)).toBeGreaterThan(0);
  expect(await found('司马')).toEqual([stored.ref]);
  expect(await indexEarlierNames(pool, accounts.vault, index)).toBe(0);
});
