import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { listMyMessages } from '#services/contract/messages/calls.ts';
import { signInAs } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared', demo: true });
const LIVE = { timeout: 60_000 };

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)(
  'support finds an order in the list, repeats its messages and moves it ($language)',
  async (look) => {
    const creator = await stage.visitor({ language: 'zh-CN' });
    await newCreator(creator, '溪边', `found${look.width}`);
    const plan = await putOnSale(creator, goodsForm('茶杯', { name: '青', price: '10.00', stock: 9 }));
    const before = await stage.visitor(look);
    const buyer = somebody('阿衡');
    await signedUp(before, buyer);
    const { out_trade_no } = await bought(before, unitsOf(plan, 2));
    const after = await stage.visitor(look);
    const other = somebody('阿衡');
    await signedUp(after, other);
    const messages = async (visitor: Visitor, template: string) =>
      (await call(visitor, listMyMessages)).list.filter((one) => one.template === template).length;
    await expect.poll(() => messages(before, 'order_paid'), LIVE).toBe(1);

    const support = await stage.visitor(look);
    await signInAs(support, 'support');
    const { page, t } = support;
    await goTo(page, '/support/orders');
    await page.getByLabel(t('staff-lists:reason.label')).fill('ticket 4711');
    await page.getByRole('button', { name: t('staff-lists:reason.show') }).click();
    await page.getByLabel(t('staff-lists:find.user')).fill(buyer.account);
    await page.getByRole('button', { name: t('staff-lists:find.go'), exact: true }).click();
    const found = page.getByRole('link', { name: `${out_trade_no.slice(0, 8)}…` });
    await found.waitFor();
    await looksRight(support);
    await found.click();

    await page.getByRole('button', { name: t('support:resend'), exact: true }).click();
    const asking = page.getByRole('dialog');
    await looksRight(support);
    await asking.getByRole('button', { name: t('support:resend'), exact: true }).click();
    await page.getByText(t('support:resent')).waitFor();
    await expect.poll(() => messages(before, 'order_paid'), LIVE).toBe(2);

    await page.getByRole('button', { name: t('support:handOver.open') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('support:handOver.account')).fill(other.account);
    await dialog.getByRole('button', { name: t('support:handOver.yes') }).click();
    await page.getByText(t('support:handOver.done')).waitFor();
    await goTo(after.page, `/dashboard/order/${out_trade_no}`);
    await after.page.getByText(t('orders-after-payment:story.handed_over')).waitFor(LIVE);
    await looksRight(after);
  },
);
