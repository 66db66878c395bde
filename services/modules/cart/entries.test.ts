import { describe, expect, it } from 'vitest';
import { cartNumber, newUserId, type PlanId, type UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startTestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { choiceFor } from './choice.ts';
import { type CartDraft, MAX_ENTRIES, openCarts } from './entries.ts';
import { forgetOldRequests } from './requests.ts';

const people = fixture(() => startTestAccounts('cart'));
const carts = fixture(() => openCarts(people.database.pool, people.vault, people.clock));
const person = () => people.person();

const creator_id = newUserId();
const goods = (plan: string, count = 1): CartDraft => ({
  creator_id,
  plan_id: plan as PlanId,
  product_type: 1,
  choice: choiceFor(1, { sku: [{ sku_id: 'red', count }] }),
});
const pair = (one: string, other: string, bundle_count = 1): CartDraft => ({
  creator_id,
  plan_id: 'set' as PlanId,
  product_type: 3,
  choice: choiceFor(3, { sku: [one, other].map((sku_id) => ({ sku_id, count: 1 })), bundle_count }),
});
async function added(user: UserId, draft: CartDraft): Promise<string> {
  const entry = await carts.add(user, draft);
  if (isRefusal(entry)) throw new Error(`the entry was refused: ${JSON.stringify(entry)}`);
  return entry.cart_id;
}
const remarks = async (user: UserId): Promise<number> =>
  (await people.database.pool.query('SELECT 1 FROM accounts.vault WHERE user_id = $1', [user])).rowCount ?? 0;

describe('adding to a cart', () => {
  it('is selected, is listed first, and joins an equal entry, also concurrently', async () => {
    const user = await person();
    const first = await added(user, goods('scarf'));
    await added(user, goods('hat'));
    const again = await Promise.all(Array.from({ length: 5 }, () => added(user, goods('scarf', 2))));
    expect(new Set(again)).toEqual(new Set([first]));
    const list = await carts.list(user);
    expect(list.map(({ plan_id }) => plan_id)).toEqual(['hat', 'scarf']);
    expect(list[1]).toMatchObject({ picked: true, choice: { sku: [{ sku_id: 'red', count: 11 }] } });
    expect(await carts.count(user)).toBe(2);
  });

  it('has at most fifty entries, also with concurrent additions', async () => {
    const user = await person();
    const answers = await Promise.all(
      Array.from({ length: MAX_ENTRIES + 5 }, (_, n) => carts.add(user, goods(`plan-${n}`))),
    );
    expect(answers.filter(isRefusal)).toHaveLength(5);
    expect(answers.find(isRefusal)).toMatchObject({
      errors: [{ message: { key: 'too_many_kept', max: '50' } }],
    });
    expect(await carts.count(user)).toBe(MAX_ENTRIES);
  });

  it('is changed, and joins an entry that became equal', async () => {
    const user = await person();
    const one = await added(user, pair('ace', 'king'));
    const other = await added(user, pair('ace', 'queen'));
    expect(await carts.change(user, one, pair('queen', 'ace', 3))).toEqual({ cart_id: one });
    expect(await carts.list(user)).toMatchObject([{ cart_id: one, choice: { bundle_count: 4 } }]);
    expect(await carts.change(user, other, pair('ace', 'king'))).toEqual({ code: 'not_found' });
    // An entry is changed for the plan it is of, and no other.
    expect(await carts.change(user, one, goods('scarf'))).toEqual({ code: 'not_found' });
  });
});

describe('a request with a key', () => {
  const request = { key: 'k', request_hash: 'asked' };

  it('acts once, with its remark, also concurrently; its key is not for other requests', async () => {
    const [user, other] = [await person(), await person()];
    const more = { request, remark: 'for you' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => carts.add(user, goods('scarf', 2), more)),
    );
    const [entry] = await carts.list(user);
    expect(entry).toMatchObject({ choice: { sku: [{ count: 2 }] }, remark: 'for you', revision: 0 });
    expect(answers).toEqual(Array(5).fill({ cart_id: entry?.cart_id }));
    expect(await remarks(user)).toBe(1);
    const changed = { request: { ...request, request_hash: 'other' } };
    expect(await carts.add(user, goods('hat'), changed)).toEqual({ code: 'idempotency_key_reused' });
    expect(await carts.count(user)).toBe(1);
    // Another person's key is another key.
    await carts.add(other, goods('scarf', 2), { request });
    expect(await carts.count(other)).toBe(1);
  });

  it('is remembered for 30 days', async () => {
    const user = await person();
    const first = await carts.add(user, goods('scarf'), { request });
    const now = people.clock.now();
    const days = (count: number) => forgetOldRequests(people.database.pool, now + count * 86_400_000);
    await days(29);
    expect(await carts.resultOf(user, request)).toEqual(first);
    await days(30);
    expect(await carts.resultOf(user, request)).toBeUndefined();
  });
});

describe('a remark', () => {
  it('is in the vault, once, and is removed with its entry', async () => {
    const user = await person();
    const entry = await added(user, goods('scarf'));
    for (const text of ['first words', 'other words'])
      expect(await carts.remark(user, entry, text)).toBe(true);
    expect(await carts.list(user)).toMatchObject([{ remark: 'other words' }]);
    expect(await remarks(user)).toBe(1);
    const { rows } = await people.database.pool.query<{ row: string }>(
      'SELECT e::text AS row FROM cart.entries e',
    );
    expect(rows.some(({ row }) => row.includes('words'))).toBe(false);
    expect(await carts.remark(user, entry, '')).toBe(true);
    expect(await remarks(user)).toBe(0);
    await carts.remark(user, entry, 'last words');
    expect(await carts.remove(user, [entry, 'none'])).toBe(1);
    expect(await remarks(user)).toBe(0);
    expect(await carts.remark(user, entry, 'nothing')).toBe(false);
    expect(await remarks(user)).toBe(0);
  });
});

it('a custom_order_id is in the vault; the newest replaces the former, and it is removed with its entry', async () => {
  const user = await person();
  const entry = await carts.add(user, goods('scarf'), { custom_order_id: 'B-41', remark: 'for you' });
  if (isRefusal(entry)) throw new Error('refused');
  await carts.add(user, goods('scarf'), { custom_order_id: 'B-42' });
  await added(user, goods('scarf'));
  expect(await carts.list(user)).toMatchObject([{ custom_order_id: 'B-42', remark: 'for you' }]);
  expect(await remarks(user)).toBe(2);
  const { rows } = await people.database.pool.query<{ row: string }>(
    'SELECT e::text AS row FROM cart.entries e WHERE user_id = $1',
    [user],
  );
  expect(JSON.stringify(rows)).not.toContain('B-4');
  await carts.remove(user, [entry.cart_id]);
  expect(await remarks(user)).toBe(0);
});

describe('ordered entries', () => {
  it('leave the cart, except those changed since', async () => {
    const user = await person();
    const [scarf, hat] = [await added(user, goods('scarf')), await added(user, goods('hat'))];
    await carts.ordering(user, [scarf, hat], cartNumber(user, 'key'));
    const bought = await carts.list(user);
    // Other words are no other thing: the entry was bought all the same.
    await carts.remark(user, scarf, 'for you');
    await added(user, goods('hat'));
    await carts.ordered(user, bought);
    expect(await carts.list(user)).toMatchObject([{ cart_id: hat, ordering: null, revision: 1 }]);
    expect(await remarks(user)).toBe(0);
  });
});

it('others cannot see, change or select it', async () => {
  const [owner, other] = [await person(), await person()];
  const entry = await added(owner, goods('scarf'));
  expect(await carts.list(other)).toEqual([]);
  expect(await carts.pick(other, [entry], false)).toBe(0);
  expect(await carts.remove(other, [entry])).toBe(0);
  expect(await carts.remark(other, entry, 'mine')).toBe(false);
  expect(await carts.change(other, entry, goods('scarf', 9))).toEqual({ code: 'not_found' });
  await carts.ordering(other, [entry], cartNumber(other, 'key'));
  expect(await carts.list(owner)).toMatchObject([
    { picked: true, ordering: null, choice: { sku: [{ count: 1 }] } },
  ]);
});
