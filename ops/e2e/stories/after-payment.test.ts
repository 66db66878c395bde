import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

async function openShop(creator: Visitor, url_slug: string): Promise<Plan> {
  await newCreator(creator, '林间', url_slug);
  return putOnSale(
    creator,
    goodsForm(
      '羊毛围巾',
      { name: '红色', price: '20.00', stock: 50, purchased_rich_text: '<p>图解：<b>三圈</b></p>' },
      { name: '蓝色', price: '5.00', stock: 50 },
    ),
  );
}

const buy = async (fan: Visitor, body: object) => (await bought(fan, body)).out_trade_no;

const bothModels = (plan: Plan) => ({ ...unitsOf(plan, 2, 1), remark: 'for Noor' });

test('a creator refunds one line, and the fan sees it live until the money is returned', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const plan = await openShop(creator, 'after1');
  await signedUp(fan, somebody('Noor'));
  const number = await buy(fan, bothModels(plan));
  await goTo(fan.page, `/dashboard/order/${number}`);
  await fan.page.getByText(fan.t('orders-after-payment:story.paidText', { amount: '¥45.00' })).waitFor();
  await looksRight(fan);

  const { page, t } = creator;
  await goTo(page, `/dashboard/sponsored-bill?order=${number}`);
  const drawer = page.getByRole('dialog', { name: t('orders-received:order'), exact: true });
  await drawer.getByRole('button', { name: t('refunds:open') }).click();
  const dialog = page.getByRole('dialog', { name: t('refunds:title'), exact: true });
  await dialog.getByText(t('refunds:units'), { exact: true }).click();
  await dialog.getByRole('button', { name: t('refunds:next') }).click();
  await dialog.getByText(t('refunds:error.units')).waitFor();
  const blue = t('refunds:unitsOf', { name: '蓝色' });
  await dialog.getByRole('button', { name: t('orders-buying:item.more', { what: blue }) }).click();
  await expect.poll(() => dialog.getByLabel(t('refunds:money')).inputValue()).toBe('5.00');
  await dialog.getByLabel(t('refunds:reason')).fill('缺货');
  await looksRight(creator);
  await dialog.getByRole('button', { name: t('refunds:next') }).click();
  await dialog.getByText(t('refunds:effect.stock', { count: 1 })).waitFor();
  await looksRight(creator);
  await dialog.getByRole('button', { name: t('refunds:confirm', { amount: '¥5.00' }) }).click();
  await dialog.waitFor({ state: 'hidden' });
  await drawer.getByText(t('orders-after-payment:story.refunded', { amount: '¥5.00' })).waitFor();
  await drawer.getByText(t('orders-after-payment:story.refund_sent')).waitFor();
  await looksRight(creator);

  await fan.page.getByText(fan.t('orders-after-payment:story.refunded', { amount: '¥5.00' })).waitFor();
  await fan.page.getByText(fan.t('orders-after-payment:story.refund_sent')).waitFor();
  await fan.page.getByText(fan.t('orders-after-payment:refundState.1')).waitFor();
  await looksRight(fan);
});

test('both add a text to an order: the fan once, the creator for herself', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const plan = await openShop(creator, 'after2');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  await signedUp(fan, somebody('阿衡'));
  const number = await buy(fan, bothModels(plan));
  const { page, t } = creator;
  // The fan can change the remark only after the creator allowed it.
  await goTo(fan.page, `/dashboard/order/${number}`);
  await fan.page.getByText('for Noor').waitFor();
  const edit = fan.page.getByRole('button', { name: fan.t('orders-after-payment:remark.edit') });
  expect(await edit.count()).toBe(0);
  await goTo(page, '/setting/creator');
  const allow = page.getByRole('switch', { name: t('creator:page.switch.can_change_remark') });
  await allow.click();
  await expect.poll(() => allow.isChecked()).toBe(true);
  await looksRight(creator);
  await goTo(page, `/dashboard/sponsored-bill?order=${number}`);
  const drawer = page.getByRole('dialog', { name: t('orders-received:order'), exact: true });
  await drawer.getByText('for Noor').waitFor();
  await drawer.getByRole('button', { name: t('refunds:note.add') }).click();
  await drawer.getByLabel(t('refunds:note.title')).fill('a regular');
  await drawer.getByRole('button', { name: t('shell:action.save') }).click();
  await drawer.getByRole('button', { name: t('refunds:note.edit') }).waitFor();
  await drawer.getByText('a regular').waitFor();

  await goTo(fan.page, `/dashboard/order/${number}`);
  await edit.click();
  const dialog = fan.page.getByRole('dialog', { name: fan.t('orders-after-payment:remark.editOf') });
  await dialog.getByRole('textbox').fill('给小满');
  await looksRight(fan);
  await dialog.getByRole('button', { name: fan.t('shell:action.save') }).click();
  await dialog.waitFor({ state: 'detached' });
  await fan.page.getByText('给小满').waitFor();
  await fan.page.getByText(fan.t('orders-after-payment:story.remark_changed')).waitFor();
  await edit.waitFor({ state: 'detached' });
  expect(await fan.page.getByText('a regular').count()).toBe(0);
  await drawer.getByText('给小满').waitFor();
});

test('bought texts can be read, receipts printed, and memberships extended', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const { page, t } = fan;
  const plan = await openShop(creator, 'after3');
  const coffee = await putOnSale(creator, { name: 'Coffee', product_type: 0, price: '30.00' });
  await signedUp(fan, somebody('Bea'));
  const number = await buy(fan, bothModels(plan));
  await buy(fan, { plan_id: coffee.plan_id, product_type: 0, month: 3 });

  await goTo(page, '/dashboard/purchased');
  await page
    .getByRole('link', { name: t('orders-after-payment:purchased.openOf', { name: '红色' }) })
    .click();
  await page.getByText('图解：').waitFor();
  await looksRight(fan);
  await goTo(creator.page, `/purchase/sku/${plan.sku[0]?.sku_id}`);
  await creator.page.getByText(creator.t('orders-after-payment:sku.noneText')).waitFor();

  await goTo(page, '/dashboard/sponsoring');
  await page.getByText('Coffee', { exact: true }).waitFor();
  await looksRight(fan);
  await page.getByRole('link', { name: t('orders-after-payment:sponsoring.extend') }).click();
  await page.waitForURL('/order/create?*');

  await goTo(page, '/my/bill');
  // On a phone only the month's sum has a column.
  await page.getByText('¥135.00').filter({ visible: true }).first().waitFor();
  await looksRight(fan);

  await goTo(page, `/dashboard/order/${number}`);
  await page.getByRole('link', { name: t('orders-after-payment:receipt.open') }).click();
  await page.getByRole('heading', { name: t('orders-after-payment:receipt.title') }).waitFor();
  await page.getByText('羊毛围巾 · 红色').waitFor();
  await looksRight(fan);
  const file = await fan.context.request.get(
    (await page.getByRole('link', { name: t('orders-after-payment:receipt.pdf') }).getAttribute('href')) ??
      '',
  );
  expect(file.headers()['content-type']).toBe('application/pdf');

  const studio = creator.page;
  await goTo(studio, '/dashboard/sponsors?tab=members');
  await studio.getByRole('link', { name: 'Bea' }).first().waitFor();
  await studio.getByText('¥30.00').first().waitFor();
  await looksRight(creator);
  await goTo(studio, '/dashboard/sponsored-bill?product_type=1');
  const [saved] = await Promise.all([
    studio.waitForEvent('download'),
    studio.getByRole('button', { name: creator.t('shell:table.export') }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await saved.createReadStream()) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n');
  expect([lines.length, lines[1]?.startsWith(`'${number},`)]).toEqual([2, true]);
});
