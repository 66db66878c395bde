import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { type Agreement, listAgreements } from '#services/contract/memberships/calls.ts';
import { listMySponsorships } from '#services/contract/memberships/sponsors.ts';
import { sandboxClock, sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { accessible, fits } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'forward' });

/** From the clock through the worker and the read models. */
const SLOWLY = { timeout: 60_000, interval: 200 };
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

test('a fan agrees, gets a mail, is charged and renewed, and ends the agreement', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '林间', 'renewing');
  const form = { name: 'Coffee', product_type: 0, price: '30.00', can_ali_agreement: 1 as const };
  const { plan_id } = await putOnSale(creator, form);
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const noor = somebody('Noor');
  await signedUp(fan, noor);
  const { page, t } = fan;

  await goTo(page, `/order/create?plan_id=${plan_id}&product_type=0`);
  const choice = page.getByRole('checkbox', {
    name: t('orders-checkout:renewal.monthly', { amount: '¥30.00' }),
  });
  // Nobody agrees without a click.
  expect(await choice.isChecked()).toBe(false);
  await choice.check();
  await placeOrder(fan);
  await pay(fan);
  await goTo(page, '/a/renewing/plan');
  await page.getByRole('link', { name: `${t('catalog-creators:plan.renew')} Coffee` }).waitFor();

  await goTo(page, '/dashboard/agreements');
  const card = page.getByRole('article').filter({ hasText: 'Coffee' });
  await card.getByText(t('memberships-renewals:monthly', { amount: '¥30.00' })).waitFor();
  expect([await fits(page), await accessible(page)]).toEqual([[], []]);
  const agreement = async () => (await call(fan, listAgreements)).list[0] as Agreement;
  const mails = async () => {
    const { list } = await call(fan, sandboxOutbox, { account: noor.account });
    return list.filter(({ code }) => code === '').map(({ subject }) => subject);
  };
  const count = async (part: string) => (await mails()).filter((subject) => subject.includes(part)).length;
  const moveTo = (now: number) => call(fan, sandboxClock, { now });

  const { until } = await agreement();
  await moveTo(until - 3 * DAY_S + 60);
  await expect.poll(() => count('即将自动续费'), SLOWLY).toBe(1);
  expect((await agreement()).renewals).toBe(0);

  await moveTo(until - 6 * HOUR_S + 60);
  await card.getByRole('link', { name: t('memberships-renewals:last') }).waitFor(SLOWLY);
  await expect.poll(() => count('已自动续费'), SLOWLY).toBe(1);
  const renewed = await agreement();
  expect(renewed).toMatchObject({ renewals: 1, end_reason: '' });
  expect(renewed.until - until).toBeGreaterThan(27 * DAY_S);

  await card.getByRole('button', { name: t('memberships-renewals:end') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('memberships-renewals:end') })
    .click();
  await card.getByText(t('memberships-renewals:ended'), { exact: true }).waitFor();
  await card.getByText(t('memberships-renewals:reason.fan')).waitFor();
  await moveTo(renewed.until + 60);
  await expect.poll(() => count('已到期'), SLOWLY).toBe(1);
  expect(await agreement()).toMatchObject({ renewals: 1, end_reason: 'fan' });
  expect([await count('即将自动续费'), await count('已自动续费')]).toEqual([1, 1]);

  // The application shows the same in the reader's language, and counts what is new.
  await page.reload();
  const { length } = await mails();
  const tabs = page.getByRole('navigation', { name: t('shell:nav.tabs') });
  await tabs.getByRole('link', { name: t('shell:nav.messagesOf', { count: length }) }).click();
  await page.getByRole('link', { name: 'Your membership was renewed' }).waitFor();
  expect(await page.getByText(t('messages:new'), { exact: true }).count()).toBe(length);
  await tabs.getByRole('link', { name: t('shell:nav.messages'), exact: true }).waitFor();
  expect([await fits(page), await accessible(page)]).toEqual([[], []]);
});

test('a cheaper plan is paid for the time after the present one; in its last hour a dearer one costs an hour', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '晴川', 'changing');
  const offer = { product_type: 0, can_ali_agreement: 1 as const };
  const small = await putOnSale(creator, { ...offer, name: 'Small', price: '10.00' });
  const large = await putOnSale(creator, { ...offer, name: 'Large', price: '50.00' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await signedUp(fan, somebody('Lena'));
  const { page, t } = fan;
  await goTo(page, `/order/create?plan_id=${large.plan_id}&product_type=0`);
  await page
    .getByRole('checkbox', { name: t('orders-checkout:renewal.monthly', { amount: '¥50.00' }) })
    .check();
  await placeOrder(fan);
  await pay(fan);

  // At once it is refused; the checkout offers to begin later.
  await goTo(page, `/order/create?plan_id=${small.plan_id}&product_type=0`);
  await page.getByRole('button', { name: t('orders-checkout:later.choose') }).click();
  await page.getByText(t('orders-checkout:later.title')).waitFor();

  await goTo(page, '/dashboard/sponsoring');
  await page.getByRole('button', { name: t('orders-after-payment:sponsoring.later.choose') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Small').waitFor();
  expect([await fits(page), await accessible(page)]).toEqual([[], []]);
  await dialog.getByRole('link', { name: t('orders-after-payment:sponsoring.later.pick') }).click();
  await page.getByText(t('orders-checkout:later.title')).waitFor();
  expect([await fits(page), await accessible(page)]).toEqual([[], []]);
  await placeOrder(fan);
  await pay(fan);
  await page.getByText(t('cart:got.from')).waitFor();
  await goTo(page, '/dashboard/sponsoring');
  const card = page.getByRole('article');
  await card.getByText('Small', { exact: true }).waitFor();
  expect(
    await card.getByRole('button', { name: t('orders-after-payment:sponsoring.later.choose') }).count(),
  ).toBe(0);
  expect([await fits(page), await accessible(page)]).toEqual([[], []]);
  const { list } = await call(fan, listMySponsorships);
  const [planned] = list[0]?.planned ?? [];
  expect(planned?.begin_time).toBe(list[0]?.plans[0]?.expire_time);
  const [agreement] = (await call(fan, listAgreements)).list;
  expect(agreement).toMatchObject({ name: 'Large', end_reason: 'replaced' });

  const end = planned?.expire_time ?? 0;
  await call(fan, sandboxClock, { now: end - HOUR_S });
  await goTo(page, `/order/create?plan_id=${large.plan_id}&product_type=0`);
  await page.getByText(t('orders-checkout:upgrade.title')).waitFor();
  await page.getByText(t('orders-checkout:line.upgradeDays', { count: 1 })).waitFor();
  await page.getByRole('button', { name: `${t('orders-buying:create.place')} · ¥0.06` }).waitFor();
  await page.getByRole('radio', { name: t('orders-buying:create.monthCount', { count: 1 }) }).check();
  await page.getByRole('button', { name: `${t('orders-buying:create.place')} · ¥50.06` }).waitFor();
  expect([await fits(page), await accessible(page)]).toEqual([[], []]);
  await placeOrder(fan);
  await pay(fan);
  await goTo(page, '/dashboard/sponsoring');
  await card.getByText('Large', { exact: true }).waitFor();
});
