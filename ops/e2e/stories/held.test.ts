import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { listCreatorOrders } from '#services/contract/orders/order-list.ts';
import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { earned, untilAvailable } from '../earning.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'forward' });
const LIVE = { timeout: 60_000 };

test('a hold of a refund is shown with its reason, and explained by the refund', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = creator;
  await earned(creator, fan, 'heldback', '100.00');
  await untilAvailable(creator, '94.00');
  const { list } = await call(creator, listCreatorOrders);
  const out_trade_no = list[0]?.out_trade_no ?? '';

  // A month later, of money that could be withdrawn already: pending goes below zero.
  await goTo(page, '/withdraw');
  await page.getByText(t('withdrawals:why.notHeld')).waitFor();
  await call(creator, refundOrder, { out_trade_no, amount: '40.00' });
  await expect.poll(async () => (await call(creator, getBalance)).on_hold, LIVE).toBe('37.60');
  const { hold_text, available } = await call(creator, getBalance);
  expect(available).toBe('56.40');
  await page.getByText(hold_text).waitFor(LIVE);
  await page.getByRole('button', { name: `${t('withdrawals:purse.pending')} −¥37.60` }).waitFor(LIVE);
  await settled(page);
  await seen(creator, 'withdraw-on-hold');

  await page.getByRole('button', { name: `${t('withdrawals:purse.on_hold')} ¥37.60` }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(t('withdrawals:entries.kind.refund'), { exact: true }).waitFor(LIVE);
  await settled(page);
  await seen(creator, 'withdraw-on-hold-explained');
  // The refund leads to the order and its story.
  await drawer.getByRole('link', { name: out_trade_no }).first().click();
  await page.waitForURL(`**/dashboard/sponsored-bill?order=${out_trade_no}`);
  await page.getByRole('dialog').getByText('¥40.00').first().waitFor(LIVE);

  // Only the rest is offered.
  await goTo(page, '/withdraw');
  await page.getByText(t('withdrawals:apply.text', { money: '¥56.40' })).waitFor(LIVE);
  await goTo(page, '/dashboard/income');
  await page.getByText(t('income:purse.onHold', { money: '¥37.60' })).waitFor(LIVE);
});
