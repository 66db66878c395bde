import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });
const LIVE = { timeout: 60_000 };

test('a fan asks for a refund, the creator declines, support refunds what the lines cost', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '石桥', 'cases1');
  const plan = await putOnSale(
    creator,
    goodsForm('茶杯', { name: '青', price: '10.00', stock: 9 }, { name: '白', price: '5.00', stock: 9 }),
  );
  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await signedUp(fan, somebody('阿梨'));
  const { out_trade_no } = await bought(fan, unitsOf(plan, 2, 1));

  await goTo(fan.page, `/dashboard/order/${out_trade_no}`);
  await fan.page.getByRole('button', { name: fan.t('cases:open') }).click();
  await fan.page.getByRole('button', { name: fan.t('cases:action.open') }).click();
  await fan.page.getByText(fan.t('cases:topicMissing')).waitFor();
  await fan.page.getByRole('combobox', { name: fan.t('cases:topicLabel') }).click();
  await fan.page.getByRole('option', { name: fan.t('cases:topic.damaged') }).click();
  await fan.page.getByRole('button', { name: fan.t('orders-buying:item.more', { what: '青' }) }).click();
  await fan.page.getByLabel(fan.t('cases:textLabel')).fill('收到时碎了一只。');
  await looksRight(fan);
  await fan.page.getByRole('button', { name: fan.t('cases:action.open') }).click();
  await fan.page.getByText(fan.t('cases:status.open'), { exact: true }).waitFor(LIVE);

  await goTo(creator.page, '/dashboard/requests');
  await creator.page.getByText('收到时碎了一只。').waitFor(LIVE);
  await looksRight(creator);
  await creator.page.getByRole('button', { name: creator.t('cases:action.decline') }).click();
  await creator.page.getByText(creator.t('cases:textMissing')).waitFor();
  await creator.page.getByLabel(creator.t('cases:message')).fill('发货前检查过。');
  await creator.page.getByRole('button', { name: creator.t('cases:action.decline') }).click();
  await creator.page.getByText(creator.t('cases:queue.none')).waitFor(LIVE);

  await fan.page.getByText('发货前检查过。').waitFor(LIVE);
  await fan.page.getByRole('button', { name: fan.t('cases:action.passOn') }).click();
  await fan.page.getByText(fan.t('cases:status.escalated'), { exact: true }).waitFor(LIVE);

  const support = await demoVisitor(stage, 'support');
  const { page, t } = support;
  await goTo(page, `/support/cases?order=${out_trade_no}`);
  await page.getByText('收到时碎了一只。').waitFor(LIVE);
  await looksRight(support);
  await page.getByLabel(t('cases:desk.reason')).fill('Photo shows the damage');
  await page.getByRole('button', { name: t('cases:action.refund', { amount: '¥10.00' }) }).click();
  await page.getByText(t('cases:what.refunded', { amount: '¥10.00' })).waitFor(LIVE);

  await fan.page.getByText(fan.t('cases:what.refunded', { amount: '¥10.00' })).waitFor(LIVE);
  await fan.page.getByText('Photo shows the damage').first().waitFor();
  const { refunded_amount, sku_detail } = await call(fan, getOrder, { out_trade_no });
  expect(refunded_amount).toBe('10.00');
  expect(sku_detail.map(({ name, refunded_count }) => [name, refunded_count])).toEqual([
    ['青', 1],
    ['白', 0],
  ]);
});
