import { describe, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { checkCharacter } from '#services/contract/tickets/resident-id.ts';
import { startTestAccounts, type TestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import type { Holder } from './holder.ts';
import type { Identity } from './identities.ts';

const accounts = fixture(startTestAccounts);

/** The n-th number of one place and day. */
function numberOf(n: number): string {
  const digits = `11010119900307${String(n).padStart(3, '0')}`;
  return digits + checkCharacter(digits);
}
const zhang = { name: '张三丰', id_card: numberOf(1) };

async function saved(user: UserId, holder: Holder = zhang): Promise<Identity> {
  const identity = await accounts.identities.save(user, holder);
  if (isRefusal(identity)) throw new Error(`the record was refused: ${JSON.stringify(identity)}`);
  return identity;
}

async function refsOf(...args: Parameters<TestAccounts['identities']['forTickets']>): Promise<string[]> {
  const taken = await accounts.identities.forTickets(...args);
  if (isRefusal(taken)) throw new Error(`the holders were refused: ${JSON.stringify(taken)}`);
  return taken.holder_refs;
}

const vaultEntries = (user: UserId) => accounts.vaultEntries(user, 'identity');

test('a record is shown masked, the newest first', async () => {
  const user = await accounts.person();
  const first = await saved(user);
  expect(first).toMatchObject({ name: '张**', id_card: '110***********0011' });
  const second = await saved(user, { name: '李四', id_card: numberOf(2).toLowerCase() });
  expect(await accounts.identities.list(user)).toEqual([second, first]);
});

test('no table holds name or number in the clear', async () => {
  const user = await accounts.person();
  await saved(user);
  await refsOf(user, [{ name: '李四', id_card: numberOf(2) }]);
  const { rows } = await accounts.database.pool.query<{ row: string }>(
    `SELECT vault::text || coalesce(identities::text, '') || encode(sealed, 'escape') AS row
       FROM accounts.vault LEFT JOIN accounts.identities ON ref = vault_ref WHERE vault.user_id = $1`,
    [user],
  );
  expect(rows).toHaveLength(2);
  for (const secret of ['张三丰', '李四', numberOf(1), numberOf(2), '19900307']) {
    const hex = Buffer.from(secret).toString('hex');
    expect(rows.filter(({ row }) => row.includes(secret) || row.includes(hex))).toEqual([]);
  }
});

describe('a number', () => {
  const refusal = { code: 'bad_input', errors: [{ field: 'id_card', message: { key: 'already_kept' } }] };

  test('is saved once per person, in any spelling, also concurrently', async () => {
    const user = await accounts.person();
    const { identity_id } = await saved(user, { name: '张三', id_card: numberOf(2) });
    const again = { name: '李四', id_card: ` ${numberOf(2).toLowerCase()}` };
    expect(await accounts.identities.save(user, again)).toEqual(refusal);
    // Its own number is no other's.
    await accounts.identities.save(user, { identity_id, ...again });
    const answers = await Promise.all(Array.from({ length: 5 }, () => accounts.identities.save(user, zhang)));
    expect(answers.filter(isRefusal)).toEqual(Array.from({ length: 4 }, () => refusal));
    const other = answers.find((answer) => !isRefusal(answer));
    expect(await accounts.identities.save(user, { ...again, ...other, id_card: numberOf(2) })).toEqual(
      refusal,
    );
  });

  test('can be saved by two people, who do not learn of each other', async () => {
    for (const user of [await accounts.person(), await accounts.person()])
      await saved(user, { name: '王', id_card: numberOf(9) });
    const { rows } = await accounts.database.pool.query<{ number_index: Buffer }>(
      `SELECT number_index FROM accounts.identities ORDER BY created_at DESC, identity_id DESC LIMIT 2`,
    );
    expect(rows[0]?.number_index.equals(rows[1]?.number_index ?? Buffer.alloc(0))).toBe(false);
  });
});

describe('a passport or permit', () => {
  const passport = { name: 'Ada', id_type: 'passport', id_card: 'e1234 5678' } as const;

  test('is masked, kept by a change of the name, and stored in one spelling', async () => {
    const user = await accounts.person();
    const first = await saved(user, passport);
    expect(first).toMatchObject({ name: 'A**', id_type: 'passport', id_card: 'E******78' });
    const { identity_id } = first;
    for (const id_type of [undefined, 'passport' as const]) {
      const renamed = await accounts.identities.save(user, {
        identity_id,
        name: 'Ada L',
        id_type,
        id_card: '',
      });
      expect(renamed).toMatchObject({ id_type: 'passport', id_card: 'E******78' });
    }
    const [ref = ''] = await refsOf(user, [{ identity_id }]);
    expect((await accounts.identities.read([ref])).get(ref)).toEqual({
      name: 'Ada L',
      id_type: 'passport',
      id_card: 'E12345678',
    });
    const other = { identity_id, name: 'Ada', id_type: 'hk_macau_permit', id_card: '' } as const;
    expect(await accounts.identities.save(user, other)).toMatchObject({
      errors: [{ field: 'id_card', message: { key: 'permit_number' } }],
    });
  });

  test('is saved once for each document and number', async () => {
    const user = await accounts.person();
    await saved(user, passport);
    expect(
      await accounts.identities.save(user, { ...passport, id_card: 'Ｅ１２３４５６７８' }),
    ).toMatchObject({
      errors: [{ field: 'id_card', message: { key: 'already_kept' } }],
    });
    await saved(user, { ...passport, id_card: '12345678' });
    await saved(user, { ...passport, id_type: 'taiwan_permit', id_card: '12345678' });
    expect(await accounts.identities.list(user)).toHaveLength(3);
  });

  test('is the holder of a ticket; one person with two documents is two entries', async () => {
    const user = await accounts.person();
    const permit = { name: 'Ada', id_type: 'taiwan_permit', id_card: '12345678' } as const;
    const refs = await refsOf(user, [passport, permit, passport, { ...permit, id_type: 'passport' }]);
    expect(new Set(refs).size).toBe(3);
    const read = await accounts.identities.read(refs);
    expect(read.get(refs[1] ?? '')).toEqual(permit);
  });
});

test('a change keeps the number unless another is given', async () => {
  const user = await accounts.person();
  const { identity_id } = await saved(user);
  const renamed = await accounts.identities.save(user, { identity_id, name: '张无忌', id_card: '' });
  expect(renamed).toMatchObject({ identity_id, name: '张**', id_card: '110***********0011' });
  const [ref = ''] = await refsOf(user, [{ identity_id }]);
  expect((await accounts.identities.read([ref])).get(ref)).toEqual({ name: '张无忌', id_card: numberOf(1) });
  const renumbered = await accounts.identities.save(user, {
    identity_id,
    name: '张无忌',
    id_card: numberOf(3),
  });
  expect(renumbered).toMatchObject({ identity_id, id_card: '110***********0038' });
  expect(await accounts.identities.list(user)).toHaveLength(1);
});

test.each([
  ['name', { name: ' ', id_card: numberOf(1) }],
  ['id_card', { name: '张三', id_card: '110101199003070012' }],
  ['id_card', { name: '张三', id_card: '' }],
])('a record with a wrong %s is refused by field', async (field, holder) => {
  const user = await accounts.person();
  expect(await accounts.identities.save(user, holder)).toMatchObject({ errors: [{ field }] });
  expect(await vaultEntries(user)).toBe(0);
});

describe('the holders of an order’s tickets', () => {
  test('are saved records and people entered with the order, in the given order', async () => {
    const user = await accounts.person();
    const { identity_id } = await saved(user);
    const entered = { name: ' 李四 ', id_card: numberOf(2).toLowerCase() };
    const refs = await refsOf(user, [entered, { identity_id }, entered]);
    expect(refs[0]).toBe(refs[2]);
    const read = await accounts.identities.read(refs);
    expect(refs.map((ref) => read.get(ref))).toEqual([
      { name: '李四', id_card: numberOf(2) },
      zhang,
      { name: '李四', id_card: numberOf(2) },
    ]);
    expect(await vaultEntries(user)).toBe(2);
    // Another order has separate entries, so they can be removed independently.
    const again = await accounts.identities.forTickets(user, [entered, { identity_id }]);
    expect(again).toMatchObject({
      saved_records: [refs[1]],
      holder_refs: [expect.any(String), refs[1]],
      written: [expect.any(String)],
    });
    expect(isRefusal(again) ? [] : again.written).not.toContain(refs[0]);
  });

  test('tickets keep their holders when the record is changed and deleted', async () => {
    const user = await accounts.person();
    const { identity_id } = await saved(user);
    const refs = await refsOf(user, [{ identity_id }]);
    await accounts.identities.save(user, { identity_id, name: '别人', id_card: numberOf(5) });
    await accounts.identities.remove(user, identity_id);
    expect([...(await accounts.identities.read(refs)).values()]).toEqual([zhang]);
    expect(await vaultEntries(user)).toBe(1);
  });

  test('are refused by ticket and field, and nothing is written', async () => {
    const [user, other] = [await accounts.person(), await accounts.person()];
    const foreign = await saved(other);
    const refusal = await accounts.identities.forTickets(user, [
      { name: '李四', id_card: numberOf(2) },
      { name: '', id_card: '123' },
      { identity_id: foreign.identity_id },
    ]);
    expect(refusal).toEqual({
      code: 'bad_input',
      errors: [
        { field: 'tickets.1.name', message: { key: 'holder_name' } },
        { field: 'tickets.1.id_card', message: { key: 'resident_id' } },
        { field: 'tickets.2.identity_id', message: { key: 'unknown' } },
      ],
    });
    expect(await vaultEntries(user)).toBe(0);
  });

  test('reveal nothing by their references, not even that two buyers entered the same person', async () => {
    const [one] = await refsOf(await accounts.person(), [zhang]);
    const [two] = await refsOf(await accounts.person(), [zhang]);
    expect(one).toMatch(/^holder-[0-9a-f]{32}$/);
    expect(two).not.toBe(one);
  });
});

test('a record that no ticket holds leaves the vault when it is deleted', async () => {
  const user = await accounts.person();
  const { identity_id } = await saved(user);
  expect(await accounts.identities.remove(user, identity_id)).toBe(true);
  expect(await accounts.identities.remove(user, identity_id)).toBe(false);
  expect(await vaultEntries(user)).toBe(0);
});

test('at most fifty are kept', async () => {
  const user = await accounts.person();
  for (let n = 1; n <= QUOTAS.identities; n += 1) await saved(user, { name: '张', id_card: numberOf(n) });
  expect(await accounts.identities.save(user, { name: '张', id_card: numberOf(51) })).toMatchObject({
    errors: [{ message: { key: 'too_many_kept', max: '50' } }],
  });
});

test('another person’s record answers not found', async () => {
  const [owner, other] = [await accounts.person(), await accounts.person()];
  const { identity_id } = await saved(owner);
  expect(await accounts.identities.list(other)).toEqual([]);
  expect(await accounts.identities.remove(other, identity_id)).toBe(false);
  expect(await accounts.identities.save(other, { identity_id, ...zhang })).toEqual({ code: 'not_found' });
  expect(await accounts.identities.list(owner)).toHaveLength(1);
});
