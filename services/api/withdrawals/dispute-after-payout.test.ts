import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { asOutTradeNo, chargeIdOf } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { recordDispute } from '#services/commerce/refunds/dispute.ts';
import { recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import { checkCancellation } from '#services/contract/accounts/cancellation.ts';
import { approveWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { editWithdrawMethod } from '#services/contract/withdrawals/withdraw-methods.ts';
import { applyWithdraw, getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { settleMonths } from '#services/modules/income/settle.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const finance = fixture(() => api.staff('finance'));
const RECOMPUTE = new URL('../../../ops/audit/recompute.mjs', import.meta.url).pathname;

/** What a script without our code says about all accounts. */
async function recomputed(): Promise<string> {
  await api.projected();
  const env = { PATH: process.env.PATH, DATABASE_URL: api.databaseUrl };
  return (await promisify(execFile)(process.execPath, [RECOMPUTE], { env })).stdout;
}

test('a dispute that is lost after the settlement and the payout is taken from later income, once', async () => {
  const { committer, log, pool, calendar, clock } = api.deps;
  const creator = await api.creator();
  const { user_id } = creator;
  await api.data(
    editWithdrawMethod,
    { type: 'apy', realname: '王小明', account: 'wang@example.com' },
    creator,
  );
  const sold = async (custom_price: string) =>
    asOutTradeNo(await orderCalls(api, await api.user()).buy({ user_id, custom_price }));
  const settled = async () => {
    await api.projected();
    clock.setOffset(clock.offset + 62 * DAY_MS);
    await settleMonths({ pool, committer, calendar, clock });
  };
  const balance = async () => {
    await api.projected();
    return api.data(getBalance, {}, creator);
  };
  const number = await sold('100.00');
  await settled();
  expect(await balance()).toMatchObject({ available: '94.00', pending: '0.00' });
  // All of it was paid out.
  const { order_id: withdrawal_id } = await api.data(applyWithdraw, { amount: '94.00' }, creator);
  await api.projected();
  await api.data(approveWithdrawal, { id: withdrawal_id }, finance);
  const of = { user_id, withdrawal_id, provider: 'sandbox' };
  const sent = await committer.submit(sendPayout(of));
  const payout_id = (sent.accepted && sent.result.payout_id) || '';
  const notice = { kind: 'succeeded', provider_reference: 'po_1' } as const;
  await committer.submit(recordPayoutNotice({ ...of, payout_id, notice }));
  expect(await balance()).toMatchObject({ available: '0.00', pending: '0.00' });

  const about = { dispute_id: 'du_1', amount: fenOf(10_000), reason: 'fraudulent', provider: 'stripe' };
  const command = recordDispute({ ...about, charge_id: chargeIdOf(number, 1), status: 'lost' });
  if (!command) throw new Error('not our charge');
  for (const _ of [1, 2]) expect(await committer.submit(command)).toMatchObject({ accepted: true });
  expect(await balance()).toMatchObject({ available: '0.00', pending: '-94.00' });
  const open = async () => (await api.data(checkCancellation, {}, creator)).open.map(({ kind }) => kind);
  expect(await open()).toContain('money');

  // 188.00 of later income: 94.00 is left of it.
  await sold('200.00');
  expect(await balance()).toMatchObject({ available: '0.00', pending: '94.00' });
  await settled();
  expect(await balance()).toMatchObject({ available: '94.00', pending: '0.00' });
  expect((await api.call(applyWithdraw, { amount: '94.01' }, creator)).ec).not.toBe(200);
  expect(await recomputed()).toContain('every account equals its events');
  await api.data(applyWithdraw, { amount: '94.00' }, creator);
  expect(await recomputed()).toContain('every account equals its events');
  const paidOut = (await log.readStream(balanceStream(user_id))).filter(
    ({ type }) => type === 'PayoutSucceeded',
  );
  expect(paidOut).toHaveLength(1);
});
