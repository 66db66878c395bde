import { expect, test } from 'vitest';
import { asOutTradeNo, type ChargeId, chargeIdOf } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getFinanceOverview } from '#services/contract/books/finance-overview.ts';
import { closeMissingStatement, closeUnclearPayment } from '#services/contract/books/statements.ts';
import { listStaffActions } from '#services/contract/staff/staff-actions.ts';
import { missingStatements } from '#services/modules/books/reconciliation/missing-statements.ts';
import { ProviderContradiction } from '#services/modules/payments/provider.ts';
import { listingUndecided } from '#services/modules/payments/undecided-charges.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

test('finance closes the missing statement of a provider that is no longer set up, with a reason', async () => {
  const { pool, clock, payments } = api.deps;
  const [finance, other, admin] = await Promise.all([
    api.staff('finance'),
    api.staff('finance'),
    api.staff('admin'),
  ]);
  expect(payments.provider('alipay')).toBeUndefined();
  const [provider, day] = ['alipay', '2026-11-28'];
  await missingStatements(pool, provider).add(day, 'no_answer', clock.now());
  await missingStatements(pool, provider).add('2026-11-29', 'unreadable', clock.now());
  const missing = async () => {
    await api.projected();
    const { attention } = await api.data(getFinanceOverview, { kind: 'statement_missing' }, finance);
    return attention.list.map(({ ref }) => ref);
  };
  const still = 'alipay 2026-11-29 unreadable';
  expect(await missing()).toEqual(['alipay 2026-11-28 no_answer', still]);

  const reason = 'The account at Alipay is closed';
  const close = { provider, day, reason };
  expect((await api.call(closeMissingStatement, close, admin)).ec).toBe(40300);
  expect((await api.call(closeMissingStatement, { ...close, day: '2026-11-27' }, finance)).ec).toBe(40400);
  expect((await api.call(closeMissingStatement, { ...close, reason: ' ' }, finance)).ec).toBe(40000);
  await api.data(closeMissingStatement, close, finance);
  expect(await missing()).toEqual([still]);
  await api.data(closeMissingStatement, close, finance);
  expect((await api.call(closeMissingStatement, close, other)).ec).toBe(40902);
  await api.projected();
  const { list } = await api.data(listStaffActions, {}, finance);
  expect(list.filter(({ action }) => action === 'MissingStatementClosed')).toMatchObject([
    { subject: 'alipay 2026-11-28', reason, by: { user_id: finance.user_id } },
  ]);
});

test('finance closes a payment about which the answers decide nothing, also while they go on', async () => {
  const { payments } = api.deps;
  const [finance, other] = await Promise.all([api.staff('finance'), api.staff('finance')]);
  const sandbox = payments.provider('sandbox');
  if (!sandbox) throw new Error('no sandbox');
  const answer = { lookUp: () => Promise.reject(new ProviderContradiction('about another trade')) };
  const asking = listingUndecided({ ...sandbox, ...answer }, api.deps);
  const [charge_id, still] = ['1', '2'].map((last) =>
    chargeIdOf(asOutTradeNo(last.padStart(26, '2')), 1),
  ) as [ChargeId, ChargeId];
  const ask = (charge: ChargeId) => expect(asking.lookUp(charge)).rejects.toThrow(ProviderContradiction);
  await ask(charge_id);
  await ask(still);
  const unclear = async () => {
    await api.projected();
    const { attention } = await api.data(getFinanceOverview, { kind: 'payment_undecided' }, finance);
    return attention.list.map(({ ref }) => ref);
  };
  expect((await unclear()).sort()).toEqual([charge_id, still].sort());
  const close = { charge_id, reason: 'Not paid, as the provider says' };
  expect((await api.call(closeUnclearPayment, { ...close, charge_id: 'ch_0' }, finance)).ec).toBe(40400);
  await api.data(closeUnclearPayment, close, finance);
  await ask(charge_id);
  expect(await unclear()).toEqual([still]);
  expect((await api.call(closeUnclearPayment, close, other)).ec).toBe(40902);
});
