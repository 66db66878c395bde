import { describe, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startTestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import type { Address, AddressForm } from './addresses.ts';
import { IN_MAINLAND } from './place-abroad.ts';

const accounts = fixture(startTestAccounts);

const form: AddressForm = {
  name: '林小满',
  phone: '13800138000',
  province: '330000',
  city: '330100',
  area: '330106',
  street: '',
  ...IN_MAINLAND,
  detail: '文三路 42 号',
};

async function saved(user: UserId, change: Partial<AddressForm> = {}, is_default = false): Promise<Address> {
  const address = await accounts.addresses.save(user, { ...form, ...change }, { is_default });
  if (isRefusal(address)) throw new Error(`the address was refused: ${JSON.stringify(address)}`);
  return address;
}

const defaultsOf = async (user: UserId) =>
  (await accounts.addresses.list(user)).filter((one) => one.is_default).map((one) => one.detail);

const vaultEntries = (user: UserId) => accounts.vaultEntries(user, 'address');

test('an address is stored completely, with the names of its regions in one line', async () => {
  const user = await accounts.person();
  const address = await saved(user, { street: '330106002' });
  expect(address).toMatchObject({ ...form, street: '330106002', is_default: true });
  expect(address.address).toBe('浙江省杭州市西湖区北山街道文三路 42 号');
  expect(await accounts.addresses.list(user)).toEqual([address]);
});

test('no table holds any of it in the clear but the province', async () => {
  const user = await accounts.person();
  await saved(user);
  const { rows } = await accounts.database.pool.query<{ row: string }>(
    `SELECT addresses::text || vault::text || encode(vault.sealed, 'escape') AS row
       FROM accounts.addresses JOIN accounts.vault ON ref = vault_ref WHERE addresses.user_id = $1`,
    [user],
  );
  expect(rows).toHaveLength(1);
  for (const secret of [form.name, form.phone, form.detail]) {
    expect(rows[0]?.row).not.toContain(secret);
    expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect(rows[0]?.row).toContain(form.province);
});

describe('an order', () => {
  test('an order keeps its address when the saved one is changed and deleted', async () => {
    const user = await accounts.person();
    const { address_id } = await saved(user);
    const sent = await accounts.addresses.forOrder(user, address_id);
    expect(sent).toMatchObject({ province: '330000' });
    await accounts.addresses.save(user, { ...form, detail: '新家' }, { address_id, is_default: false });
    const later = await accounts.addresses.forOrder(user, address_id);
    expect(later?.address_ref).not.toBe(sent?.address_ref);
    await accounts.addresses.remove(user, address_id);
    const refs = [sent?.address_ref ?? '', later?.address_ref ?? ''];
    const read = await accounts.addresses.read(refs);
    expect(refs.map((ref) => read.get(ref)?.detail)).toEqual(['文三路 42 号', '新家']);
  });

  test('an order can use an address that is not saved', async () => {
    const user = await accounts.person();
    const sent = await accounts.addresses.put(user, form);
    if (isRefusal(sent)) throw new Error('the address was refused');
    expect(sent.province).toBe('330000');
    expect((await accounts.addresses.read([sent.address_ref])).get(sent.address_ref)?.name).toBe('林小满');
    expect(await accounts.addresses.list(user)).toEqual([]);
  });
});

test('an address without orders leaves the vault when it is changed or deleted', async () => {
  const user = await accounts.person();
  const { address_id } = await saved(user);
  await accounts.addresses.save(user, { ...form, detail: '新家' }, { address_id, is_default: false });
  expect(await vaultEntries(user)).toBe(1);
  await accounts.addresses.remove(user, address_id);
  expect(await vaultEntries(user)).toBe(0);
});

describe('the default address', () => {
  test('is the first, then the selected one, and is first in the list', async () => {
    const user = await accounts.person();
    await saved(user, { detail: 'first' });
    const second = await saved(user, { detail: 'second' });
    expect(await defaultsOf(user)).toEqual(['first']);
    await accounts.addresses.setDefault(user, second.address_id);
    expect(await defaultsOf(user)).toEqual(['second']);
    await saved(user, { detail: 'third' }, true);
    expect(await defaultsOf(user)).toEqual(['third']);
    expect((await accounts.addresses.list(user)).map((one) => one.detail)).toEqual([
      'third',
      'second',
      'first',
    ]);
  });

  test('stays the default when it is changed', async () => {
    const user = await accounts.person();
    const { address_id } = await saved(user);
    await accounts.addresses.save(user, { ...form, detail: 'moved' }, { address_id, is_default: false });
    expect(await defaultsOf(user)).toEqual(['moved']);
  });

  test('is the newest remaining one after a deletion', async () => {
    const user = await accounts.person();
    const first = await saved(user, { detail: 'first' });
    await saved(user, { detail: 'second' });
    await saved(user, { detail: 'third' });
    await accounts.addresses.remove(user, first.address_id);
    expect(await defaultsOf(user)).toEqual(['third']);
  });

  test('is exactly one after concurrent selections', async () => {
    const user = await accounts.person();
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, at) => saved(user, { detail: `${at}` }, true)),
    );
    expect(await defaultsOf(user)).toHaveLength(1);
    await Promise.all(all.map(({ address_id }) => accounts.addresses.setDefault(user, address_id)));
    expect(await defaultsOf(user)).toHaveLength(1);
  });
});

test('at most fifty are kept, also with concurrent requests', async () => {
  const user = await accounts.person();
  for (let at = 2; at < QUOTAS.addresses; at += 1) await saved(user);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => accounts.addresses.save(user, form, { is_default: false })),
  );
  expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(2);
  expect(answers.find(isRefusal)).toMatchObject({
    errors: [{ message: { key: 'too_many_kept', max: '50' } }],
  });
  expect(await accounts.addresses.list(user)).toHaveLength(QUOTAS.addresses);
});

test('another person’s address answers not found', async () => {
  const [owner, other] = [await accounts.person(), await accounts.person()];
  const { address_id } = await saved(owner);
  const { addresses } = accounts;
  expect(await addresses.list(other)).toEqual([]);
  expect(await addresses.forOrder(other, address_id)).toBeUndefined();
  expect(await addresses.setDefault(other, address_id)).toBe(false);
  expect(await addresses.remove(other, address_id)).toBe(false);
  expect(await addresses.save(other, form, { address_id, is_default: true })).toEqual({ code: 'not_found' });
  expect(await addresses.list(owner)).toHaveLength(1);
});

test.each([
  ['province', 'region', { province: '' }],
  ['province', 'unknown', { province: '990000' }],
  ['city', 'region', { city: '' }],
  ['city', 'unknown', { city: '340100' }],
  ['area', 'region', { area: '' }],
  ['street', 'unknown', { street: '110101001' }],
])('a place with %s that is %s is refused by field', async (field, key, change) => {
  const user = await accounts.person();
  const refusal = { code: 'bad_input', errors: [{ field, message: { key } }] };
  expect(await accounts.addresses.save(user, { ...form, ...change }, { is_default: false })).toEqual(refusal);
  expect(await accounts.addresses.put(user, { ...form, ...change })).toEqual(refusal);
  expect(await vaultEntries(user)).toBe(0);
});

test('an erased person has no addresses, and their orders name none', async () => {
  const user = await accounts.person();
  const { address_id } = await saved(user);
  const sent = await accounts.addresses.forOrder(user, address_id);
  await accounts.vault.erase(user);
  expect(await accounts.addresses.list(user)).toEqual([]);
  expect((await accounts.addresses.read([sent?.address_ref ?? ''])).size).toBe(0);
});
