import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { declineCase, openCase, passOnCase } from '#services/contract/cases/cases.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { demoVisitor, signInAs } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });
const LIVE = { timeout: 60_000 };
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#946ce6' } })
    .png()
    .toBuffer();

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

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)('a refund of a case waits for a second person, who approves it ($language)', async (look) => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '石桥', `cases2${look.width}`);
  const plan = await putOnSale(creator, goodsForm('钢琴', { name: '黑', price: '12000.00', stock: 9 }));
  const fan = await stage.visitor(look);
  await signedUp(fan, somebody('阿梨'));
  const { out_trade_no } = await bought(fan, unitsOf(plan, 1));
  const ask = { out_trade_no, kind: 'refund', topic: 'not_received', text: '三周没有收到。' } as const;
  const { case_id } = await call(fan, openCase, ask);
  await call(creator, declineCase, { out_trade_no, case_id, text: '已寄出。' });
  await call(fan, passOnCase, { out_trade_no, case_id });

  const amount = '¥12,000.00';
  const first = await stage.visitor(look);
  await signInAs(first, 'finance');
  await goTo(first.page, `/finance/cases?order=${out_trade_no}`);
  await first.page.getByText('三周没有收到。').waitFor(LIVE);
  await first.page.getByLabel(first.t('cases:desk.reason')).fill('Not delivered');
  await first.page.getByRole('button', { name: first.t('cases:action.refund', { amount }) }).click();
  await first.page.getByText(first.t('cases:waiting', { amount }), { exact: true }).waitFor(LIVE);
  await looksRight(first);
  await goTo(fan.page, `/dashboard/order/${out_trade_no}`);
  await fan.page.getByText(fan.t('cases:what.refund_requested', { amount })).waitFor(LIVE);
  await looksRight(fan);

  const second = await stage.visitor(look);
  await signInAs(second, 'finance', 1);
  await goTo(second.page, `/finance/refunds?out_trade_no=${out_trade_no}`);
  await second.page
    .getByRole('button', { name: second.t('finance:refunds.requests.approve', { amount }) })
    .click(LIVE);
  await fan.page.getByText(fan.t('cases:what.refunded', { amount })).waitFor(LIVE);
  await fan.page.getByText(fan.t('cases:status.accepted'), { exact: true }).first().waitFor(LIVE);
});

test('a fan shows pictures of what is broken, and the creator opens them', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  await newCreator(creator, 'Stone Bridge', 'cases3');
  const plan = await putOnSale(creator, goodsForm('Cup', { name: 'Blue', price: '10.00', stock: 9 }));
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await signedUp(fan, somebody('Ada'));
  const { out_trade_no } = await bought(fan, unitsOf(plan, 1));
  const { page, t } = fan;
  await goTo(page, `/dashboard/order/${out_trade_no}`);
  await page.getByRole('button', { name: t('cases:open') }).click();
  await page.getByRole('combobox', { name: t('cases:topicLabel') }).click();
  await page.getByRole('option', { name: t('cases:topic.damaged') }).click();
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: await picture() });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img').first().waitFor(LIVE);
  await looksRight(fan);
  await dialog.getByRole('button', { name: t('cases:action.open') }).click();
  const shown = (visitor: typeof fan) =>
    visitor.page.getByRole('button', {
      name: visitor.t('media:picture.alt', { at: 1, count: 1 }),
      exact: true,
    });
  await shown(fan).waitFor(LIVE);
  await goTo(creator.page, '/dashboard/requests');
  await shown(creator).waitFor(LIVE);
  await looksRight(creator);
  await shown(creator).click();
  await creator.page.getByRole('dialog').getByRole('img').first().waitFor();
});
