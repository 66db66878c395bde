import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { listMyMessages } from '#services/contract/messages/calls.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { signInAs } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });
const LIVE = { timeout: 60_000 };

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)('support moves an order to another account of the same person ($language)', async (look) => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '溪边', `moved${look.width}`);
  const plan = await putOnSale(creator, goodsForm('茶杯', { name: '青', price: '10.00', stock: 9 }));
  const before = await stage.visitor(look);
  await signedUp(before, somebody('阿衡'));
  const { out_trade_no } = await bought(before, unitsOf(plan, 2));
  const after = await stage.visitor(look);
  const person = somebody('阿衡');
  await signedUp(after, person);

  const support = await stage.visitor(look);
  await signInAs(support, 'support');
  const { page, t } = support;
  await goTo(page, '/support');
  await page.getByLabel(t('support:whom')).fill(out_trade_no);
  await page.getByLabel(t('support:reason')).fill('lost the phone');
  await page.getByRole('button', { name: t('support:look'), exact: true }).click();
  await page.getByRole('button', { name: t('support:handOver.open') }).click();
  const dialog = page.getByRole('dialog');
  const move = dialog.getByRole('button', { name: t('support:handOver.yes') });
  await dialog.getByLabel(t('support:handOver.account')).fill('nobody@example.com');
  await looksRight(support);
  await move.click();
  await dialog.locator('.mantine-InputWrapper-error').waitFor();
  await dialog.getByLabel(t('support:handOver.account')).fill(person.account);
  await move.click();
  await page.getByText(t('support:handOver.done')).waitFor();

  await expect(call(before, getOrder, { out_trade_no })).rejects.toThrow('40400');
  await goTo(after.page, `/dashboard/order/${out_trade_no}`);
  await after.page.getByText(after.t('orders-after-payment:story.handed_over')).waitFor(LIVE);
  await looksRight(after);
  for (const [visitor, template] of [
    [before, 'order_handed_over'],
    [after, 'order_received'],
  ] as const) {
    const templates = async () => (await call(visitor, listMyMessages)).list.map((one) => one.template);
    await expect.poll(templates, LIVE).toContain(template);
  }
});
