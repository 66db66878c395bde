import { describe, expect, test } from 'vitest';
import type { CartEntry } from '#services/contract/cart/calls.ts';
import { ApiRefusal } from '../../api/refusal.ts';
import { entryTrouble, missingIn, orderedEntries } from './entry-input.ts';

const entry = (plan: object = {}, more: object = {}) =>
  ({
    cart_id: 'one',
    picked: true,
    remark: '',
    refusal: null,
    sku: [{ sku_id: 'seat', count: 2 }],
    plan: {
      product_type: 1,
      need_identity: false,
      need_invite_code: false,
      config: { remark_required: false },
      ...plan,
    },
    ...more,
  }) as unknown as CartEntry; // all that is read
const tickets = entry({ product_type: 4, need_identity: true });

describe('required input', () => {
  test.each([
    ['nothing of plain goods', entry(), {}, undefined],
    ['a person for each ticket', tickets, {}, 'holders'],
    ['a person for each of them', tickets, { holders: ['li', ''] }, 'holders'],
    ['nobody more', tickets, { holders: ['li', 'wang'] }, undefined],
    ['nobody for an event that does not ask', entry({ product_type: 4 }), {}, undefined],
    ['the invite code', entry({ need_invite_code: true }), { invite_code: ' ' }, 'invite'],
    ['no more codes', entry({ need_invite_code: true }), { invite_code: 'spring' }, undefined],
    ['what the creator asks for', entry({ config: { remark_required: true } }), {}, 'remark'],
  ] as const)('%s', (_, one, wish, lacks) => {
    expect(missingIn([one], { one: wish })).toBe(lacks);
  });
});

test('an entry is ordered with its holders and code, and without unneeded fields', () => {
  const wishes = { one: { holders: ['li', 'wang'], invite_code: ' spring ' } };
  expect(orderedEntries([entry()], wishes)).toEqual([{ cart_id: 'one' }]);
  expect(orderedEntries([tickets], wishes)).toEqual([
    {
      cart_id: 'one',
      tickets: [
        { sku_id: 'seat', identity_id: 'li' },
        { sku_id: 'seat', identity_id: 'wang' },
      ],
    },
  ]);
  expect(orderedEntries([entry({ need_invite_code: true })], wishes)).toEqual([
    { cart_id: 'one', invite_code: 'spring' },
  ]);
});

describe('why an entry cannot be bought', () => {
  const gone = { ec: 41005, em: 'deleted', errors: [] };
  const few = { ec: 41001, em: 'not enough', errors: [] };
  const byField = (field: string) => ({ ec: 40000, em: 'check', errors: [{ field, message: 'wrong' }] });
  const whole = (field: string) => new ApiRefusal(40000, 'check', [{ field, message: 'of the whole' }], {});

  test('is shown for the single entry, and with the others once it is selected', () => {
    expect(entryTrouble(entry(), null, null)).toBeUndefined();
    expect(entryTrouble(entry({}, { refusal: gone }), null, null)).toBe('deleted');
    expect(entryTrouble(entry(), few, null)).toBe('not enough');
    expect(entryTrouble(entry({}, { picked: false }), few, null)).toBeUndefined();
  });

  test('is the sentence of its field, unless the field shows it', () => {
    expect(entryTrouble(entry(), byField('plan_id'), null)).toBe('wrong');
    expect(entryTrouble(entry(), byField('invite_code'), null)).toBeUndefined();
    expect(entryTrouble(entry(), byField('province'), null)).toBe('wrong');
  });

  test('is the refusal of the whole order, for its entry only', () => {
    expect(entryTrouble(entry(), null, whole('entries.one'))).toBe('of the whole');
    expect(entryTrouble(entry(), null, whole('entries.one.sku.0.count'))).toBe('of the whole');
    for (const field of ['entries.other', 'entries.one.tickets', 'entries.one.remark', 'total_amount']) {
      expect(entryTrouble(entry(), null, whole(field))).toBeUndefined();
    }
  });
});
