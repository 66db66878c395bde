import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  applyWithdraw,
  getBalance,
  listMyWithdrawals,
  listPostings,
  switchWithdrawToBank,
} from '#services/contract/withdrawals/withdrawals.ts';
import { earner } from '../testing/earning.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture(() => earner(api, 10_000));

const apply = (body: object, as = creator) => api.send(applyWithdraw, body, as);

describe('a withdrawal', () => {
  test('is deducted from available, and is listed with its texts', async () => {
    expect(await api.data(getBalance, {}, creator)).toMatchObject({
      available: '94.00',
      pending: '0.00',
      paying: '0.00',
      on_hold: '0.00',
      hold_reason: '',
    });
    const reply = await apply({ amount: '60.00', client_order_key: 'k1' });
    expect(reply).toMatchObject({ ec: 200, data: { available: '34.00' } });
    const again = await apply({ amount: '60.00', client_order_key: 'k1' });
    expect(again.data).toMatchObject({ order_id: reply.data.order_id });
    expect(await apply({ amount: '61.00', client_order_key: 'k1' })).toMatchObject({ ec: 40901 });
    const { list, total_count } = await api.data(listMyWithdrawals, {}, creator);
    expect(total_count).toBe(1);
    expect(list[0]).toMatchObject({
      pay_amount: '60.00',
      status: 1,
      status_text: '待审核',
      withdraw_type: 1,
      type_text: '支付宝',
      deal_error: '',
      can_atb: 0,
      payee: 'w***@example.com',
      instead_of: '',
      switched_to: '',
    });
    expect(await api.data(getBalance, {}, creator)).toMatchObject({
      available: '34.00',
      paying: '60.00',
    });
  });

  test('is explained by its postings, to the creator only', async () => {
    await api.projected();
    const available = await api.data(listPostings, { account: 'available' }, creator);
    expect(available).toMatchObject({ balance: '34.00', total_count: 2 });
    expect(available.list).toMatchObject([
      { kind: 'withdrawal', amount: '-60.00', balance: '34.00' },
      { kind: 'settlement', amount: '94.00', balance: '94.00', ref: '2026-01' },
    ]);
    expect(await api.data(listPostings, { account: 'paying' }, creator)).toMatchObject({ balance: '60.00' });
    const other = await api.call(listPostings, { account: 'paying' }, await api.creator());
    expect(other.data).toMatchObject({ balance: '0.00', list: [], total_count: 0 });
  });

  test('of more than there is, of too little, or to nowhere is refused', async () => {
    expect(await apply({ amount: '34.01' })).toMatchObject({ ec: 41008, em: '可提现余额不足' });
    expect(await apply({ amount: '0.99' })).toMatchObject({ ec: 40000 });
    expect(await apply({ amount: '1.00', withdraw_type: 7 })).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'withdraw_type' }] },
    });
    expect(await api.call(switchWithdrawToBank, {}, creator)).toMatchObject({ ec: 40400 });
  });
});
