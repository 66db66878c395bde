import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { codeFor, goodsForm, putOnSale, somebody } from '#ops/actors/people.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { getConsent } from '#services/contract/accounts/terms.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { TERMS_VERSION } from '#services/runtime/settings/operator.ts';
import { placeOrder } from '../buying.ts';
import { goTo, leavePages } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('who has not agreed to the terms is asked once, looks around, and agrees later', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '山海', 'consent1');
  const plan = await putOnSale(creator, goodsForm('明信片', { name: '一套', price: '12.00', stock: 5 }));

  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const { page, t } = fan;
  await leavePages(page);
  // A program registers without a version.
  const { account, name, password } = somebody('Reader');
  await call(fan, sendVerifyCode, { account, account_type: 'email' });
  await call(fan, register, { account, name, password, code: await codeFor(fan, account) });
  await goTo(page, '/a/consent1');
  const dialog = page.getByRole('dialog', { name: t('shell:consent.title') });
  await dialog.waitFor();
  await looksRight(fan);
  await dialog.getByRole('button', { name: t('shell:consent.refuse') }).click();
  const again = page.getByRole('dialog', { name: t('shell:consent.again') });
  await again.getByRole('button', { name: t('shell:consent.lookAround') }).click();
  await page.getByRole('button', { name: t('relations:followOf', { name: '山海' }) }).click();
  await page.getByText(t('shell:consent.readOnly')).waitFor();
  await page.reload();
  await page.getByRole('button', { name: t('relations:followOf', { name: '山海' }) }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await goTo(page, '/setting/privacy');
  await page.getByText(t('accounts:privacy.none')).waitFor();
  await looksRight(fan);
  await page.getByRole('button', { name: /Agree/ }).click();
  await page.getByText(/You agreed to the version/).waitFor();
  await looksRight(fan);
  expect((await call(fan, getConsent)).agreed_version).toBe(TERMS_VERSION);

  // The order has its own.
  const sku = JSON.stringify([{ sku_id: plan.sku[0]?.sku_id, count: 1 }]);
  await goTo(page, `/order/create?${new URLSearchParams({ plan_id: plan.plan_id, product_type: '1', sku })}`);
  await page.getByText(t('orders-buying:create.agree')).waitFor();
  const sent = page.waitForRequest(`**${createOrder.path}`);
  await placeOrder(fan);
  expect((await sent).postDataJSON()).toMatchObject({ terms_version: TERMS_VERSION });
});
