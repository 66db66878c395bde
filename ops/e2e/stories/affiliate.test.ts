import { expect, test } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { call } from '#ops/actors/client.ts';
import { goodsForm, putOnSale, somebody } from '#ops/actors/people.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import {
  deleteAffiliate,
  editAffiliate,
  listAffiliates,
  listMyAffiliates,
} from '#services/contract/affiliates/calls.ts';
import { getIncome } from '#services/contract/income/income.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { getDashboard } from '#services/contract/stats/calls.ts';
import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'shared' });
/** From the log through read models to the open page. */
const LIVE = { timeout: 60_000 };

/** A creator with a page of that name. */
async function creatorAt(url_slug: string, name: string): Promise<Visitor> {
  const visitor = await stage.visitor({ language: 'en-US' });
  await newCreator(visitor, name, url_slug);
  return visitor;
}

/** Sells paintings at 200.00 and tea at 30.00 a month. */
async function shopAt(url_slug: string): Promise<Visitor> {
  const seller = await creatorAt(url_slug, 'Ida Garden');
  await putOnSale(seller, { name: 'A cup of tea', product_type: 0, price: '30.00' });
  await putOnSale(seller, goodsForm('Small painting', { name: 'Spring', price: '200.00', stock: 9 }));
  return seller;
}

/** Opens a code on the screen, for a partner found by the page. Returns the shown code. */
async function openCode(
  { page, t }: Visitor,
  partner: { slug: string; name: string },
  rate: number,
): Promise<string> {
  await page
    .getByRole('link', { name: t('affiliates:add') })
    .first()
    .click();
  await page.getByLabel(t('affiliates:form.partner')).fill(partner.slug);
  await page.getByText(partner.name, { exact: true }).waitFor();
  const field = page.getByRole('textbox', { name: t('affiliates:form.code') });
  const first = await field.inputValue();
  await page.getByRole('button', { name: t('affiliates:form.another') }).click();
  await expect.poll(() => field.inputValue()).not.toBe(first);
  await page.getByLabel(t('affiliates:form.rate')).fill(String(rate));
  const code = await field.inputValue();
  await page.getByRole('button', { name: t('affiliates:form.open') }).click();
  await page.waitForURL('/setting/aff');
  return code;
}

/** The text that the button copies. */
async function copiedLink({ context, page, t }: Visitor, code: string): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: t('affiliates:copyOf', { code }) }).click();
  await page.getByRole('button', { name: t('affiliates:copied') }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const onlyCode = async (who: Visitor): Promise<string> => {
  const { list } = await call(who, listAffiliates);
  expect(list).toHaveLength(1);
  return list[0]?.affiliate_id ?? '';
};

const monthsOf = async (who: Visitor) => (await call(who, getIncome)).list;

test('a partner’s link sells, and seller and partner see the income', async () => {
  const seller = await shopAt('affiliategarden');
  const partner = await creatorAt('leopottery', 'Leo Pottery');
  const { page, t } = seller;
  await goTo(page, '/setting/aff');
  await page.getByText(t('affiliates:given.empty')).waitFor();
  const code = await openCode(seller, { slug: 'leopottery', name: 'Leo Pottery' }, 15);
  const row = page.getByRole('row').filter({ hasText: code });
  await row.getByText('15%').waitFor();
  await settled(page);
  await seen(seller, 'affiliate-opened');
  const { list } = await call(seller, listAffiliates);
  const link = list[0]?.url ?? '';

  // The code stays with the fan from the page over an item to the order; the price does not change.
  const fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('林小满'));
  await goTo(fan.page, link);
  await fan.page.getByRole('link', { name: 'Small painting' }).click();
  await fan.page
    .getByRole('link', { name: fan.t('orders-buying:item.buy') })
    .first()
    .click();
  await fan.page.getByText(fan.t('orders-checkout:line.affiliate')).waitFor();
  await fan.page.getByText('¥200.00').first().waitFor();
  await seen(fan, 'affiliate-checkout');
  const out_trade_no = await placeOrder(fan);
  await pay(fan);

  // The seller's open page updates itself.
  await row.getByText('¥30.00').waitFor(LIVE);
  await row.getByRole('button', { name: t('affiliates:ordersOf', { code }) }).click();
  await page.getByRole('dialog').getByRole('link', { name: out_trade_no }).waitFor(LIVE);
  await settled(page);
  await seen(seller, 'affiliate-orders');
  await page.getByRole('dialog').getByRole('link', { name: out_trade_no }).click();
  await page.waitForURL(`/dashboard/sponsored-bill?order=${out_trade_no}`);
  const order = page.getByRole('dialog');
  await order.getByText('Leo Pottery').waitFor(LIVE);
  await order.getByText(code, { exact: true }).waitFor();
  await order.getByText('¥30.00').waitFor();
  await settled(page);
  await seen(seller, 'affiliate-order');

  // It is marked in the list of orders, as is one with the longest possible code; any spelling of the code finds it.
  const { user } = await call(seller, getMyProfile);
  const longest = 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW';
  await call(seller, editAffiliate, { code: longest, partner: 'leopottery', rate: 5 });
  const gift = { user_id: user.user_id, custom_price: '8.00', affiliate_code: longest };
  await call(fan, createOrder, gift);
  const marked = (by: string) =>
    page.getByRole('row').filter({ hasText: t('affiliates:code', { code: by }) });
  await goTo(page, '/dashboard/sponsored-bill');
  await marked(longest).getByText(t('orders-checkout:custom.title')).waitFor(LIVE);
  await marked(code).waitFor();
  const { last_31_days: days } = await call(seller, getDashboard);
  const explained = `/dashboard/stats?figure=gross&explain_from=${days.from}&explain_to=${days.to}`;
  const marks = [
    { name: 'affiliate-bill', path: '/dashboard/sponsored-bill' },
    { name: 'affiliate-explained', path: explained },
  ];
  expect(await walk(seller, marks)).toEqual([]);
  await page.getByRole('dialog').getByText(t('affiliates:code', { code })).waitFor();
  await goTo(
    page,
    `/dashboard/sponsored-bill?search_q=${code.toLowerCase()}&search_param_type=affiliate_code`,
  );
  await marked(code).waitFor();
  await marked(longest).waitFor({ state: 'detached' });
  await goTo(page, '/dashboard/sponsored-bill?search_q=NONE-SUCH&search_param_type=affiliate_code');
  await page.getByText(t('orders-received:none')).waitFor();

  // Its fan sees no commission.
  await goTo(fan.page, '/dashboard/order');
  await fan.page.getByText('Small painting').first().waitFor();
  expect(await fan.page.getByText(code).count()).toBe(0);

  // The partner sees the amount, but no data of the buyer.
  await goTo(partner.page, '/setting/aff');
  const given = partner.page.getByRole('row').filter({ hasText: code });
  await given.getByText('¥30.00').waitFor(LIVE);
  await settled(partner.page);
  await seen(partner, 'affiliate-received');
  await partner.page.getByRole('link', { name: t('affiliates:received.income') }).click();
  await partner.page.waitForURL('/dashboard/income');
  const months = partner.page.getByRole('table', { name: t('income:months') });
  await months.getByRole('row').nth(1).click();
  const lines = partner.page.getByRole('dialog').getByRole('article');
  await lines.getByText(t('income:lines.commission'), { exact: true }).waitFor(LIVE);
  await lines.getByText(out_trade_no).waitFor();
  await settled(partner.page);
  expect(await lines.getByRole('link').count()).toBe(0);
  await seen(partner, 'affiliate-income');

  await goTo(partner.page, '/withdraw?figure=pending');
  await partner.page
    .getByRole('dialog')
    .getByText(t('withdrawals:entries.kind.commission'), { exact: true })
    .waitFor(LIVE);

  // A refund takes the same share of the commission.
  await call(seller, refundOrder, { out_trade_no, amount: '80.00' });
  await partner.page
    .getByRole('dialog')
    .getByText(t('withdrawals:entries.kind.commission_refund'), { exact: true })
    .waitFor(LIVE);

  // After the refund: 120.00 remain, less 1.20, 6.00 and 18.00; the fan paid the plain price.
  await expect.poll(async () => (await call(partner, getBalance)).pending, LIVE).toBe('18.00');
  await expect.poll(async () => (await call(seller, getBalance)).pending, LIVE).toBe('94.80');
  await expect
    .poll(() => monthsOf(seller), LIVE)
    .toMatchObject([
      { orders: 1, gross: '200.00', refunds: '80.00', affiliate: '18.00', commissions: '0.00', net: '94.80' },
    ]);
  await expect
    .poll(() => monthsOf(partner), LIVE)
    .toMatchObject([{ orders: 0, gross: '0.00', affiliate: '0.00', commissions: '18.00', net: '18.00' }]);
  const mine = async () => (await call(partner, listMyAffiliates)).list.filter((one) => one.code === code);
  await expect
    .poll(mine, LIVE)
    .toMatchObject([{ code, status: 1, rate: 15, orders: 1, commission: '18.00' }]);
});

test('a paused code changes nothing, and one that was deleted is gone', async () => {
  const seller = await shopAt('idameadow');
  await creatorAt('leomeadow', 'Leo Meadow');
  const { page, t } = seller;
  await goTo(page, '/setting/aff');
  const code = await openCode(seller, { slug: 'leomeadow', name: 'Leo Meadow' }, 10);
  const row = page.getByRole('row').filter({ hasText: code });
  // A code for everything links to the seller's page.
  const link = await copiedLink(seller, code);
  expect(new URL(link).pathname).toBe('/a/idameadow');
  const choose = async (what: string) => {
    await row.getByRole('button', { name: t('affiliates:menuOf', { code }) }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  const fan = await stage.visitor({ language: 'en-US' });
  const notice = fan.page.getByText(fan.t('orders-checkout:line.affiliate'));
  const toOrder = async () => {
    await goTo(fan.page, link);
    await fan.page
      .getByRole('link', { name: `${fan.t('catalog-creators:plan.sponsor')} A cup of tea` })
      .first()
      .click();
    // Only a computed price has a total.
    await fan.page.getByText(fan.t('orders-buying:create.total'), { exact: true }).waitFor();
    await settled(fan.page);
  };
  await toOrder();
  await notice.waitFor();

  await choose(t('affiliates:pause'));
  await row.getByText(t('affiliates:status.paused'), { exact: true }).waitFor();
  await toOrder();
  await notice.waitFor({ state: 'detached' });

  // Other terms leave it paused.
  await choose(t('affiliates:edit'));
  await page.getByLabel(t('affiliates:form.rate')).fill('51');
  await page.getByRole('button', { name: t('shell:action.save') }).click();
  await page.getByText(t('affiliates:form.wrong.rate')).waitFor();
  await page.getByLabel(t('affiliates:form.rate')).fill('20');
  await page.getByRole('combobox', { name: t('affiliates:form.plans') }).click();
  await page.getByRole('option', { name: 'Small painting' }).click();
  await page.getByRole('button', { name: t('shell:action.save') }).click();
  await row.getByText('20%').waitFor();
  await row.getByText('Small painting').waitFor();
  await row.getByText(t('affiliates:status.paused'), { exact: true }).waitFor();

  // The link that is copied now leads to the painting itself.
  const copied = await copiedLink(seller, code);
  expect(new URL(copied).searchParams.get('affiliate_code')).toBe(code);

  // Active again, it holds for the painting and not for tea.
  await choose(t('affiliates:resume'));
  await row.getByText(t('affiliates:status.active'), { exact: true }).waitFor();
  await toOrder();
  await notice.waitFor({ state: 'detached' });
  await goTo(fan.page, copied);
  await fan.page.waitForURL(/\/item\//);
  await fan.page.getByRole('heading', { name: 'Small painting', level: 1 }).waitFor();
  await fan.page
    .getByRole('link', { name: fan.t('orders-buying:item.buy') })
    .first()
    .click();
  await notice.waitFor();

  await choose(t('affiliates:delete'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('affiliates:delete') })
    .click();
  await page.getByText(t('affiliates:given.empty')).waitFor();
  expect((await call(seller, listAffiliates)).list).toEqual([]);
});

test('a creator without the right can pause existing codes, and keeps the commissions', async () => {
  const seller = await shopAt('idalake');
  const { page, t } = seller;
  const other = await creatorAt('leolake', 'Leo Lake');
  const { user } = await call(seller, getMyProfile);
  await call(seller, editAffiliate, { code: 'LAKE-05', partner: 'leolake', rate: 5 });
  await openRightsRegister(stage.database(), systemClock).take(asUserId(user.user_id), 'can_affiliate');
  await expect.poll(async () => (await call(seller, getMyProfile)).rights.can_affiliate, LIVE).toBe(false);
  await goTo(page, '/setting/aff');
  await page.getByText(t('affiliates:given.notAllowed')).waitFor();
  await page.getByRole('link', { name: t('affiliates:add') }).waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'LAKE-05' });
  const opened = row.getByRole('button', { name: t('affiliates:menuOf', { code: 'LAKE-05' }) });
  await opened.click();
  const pause = page.getByRole('menuitem', { name: t('affiliates:pause') });
  await pause.waitFor();
  expect(await page.getByRole('menuitem', { name: t('affiliates:edit') }).count()).toBe(0);
  await pause.click();
  await row.getByText(t('affiliates:status.paused'), { exact: true }).waitFor();
  await settled(page);
  expect(await walk(seller, [{ name: 'affiliates-not-allowed', path: '/setting/aff' }])).toEqual([]);

  // Without codes the menu has no link to the page, until a creator names the user as partner.
  await call(seller, deleteAffiliate, { affiliate_id: await onlyCode(seller) });
  const way = page.getByRole('link', { name: t('creator:nav.affiliates') });
  await way.waitFor({ state: 'detached', ...LIVE });
  await call(other, editAffiliate, { code: 'LAKE-10', partner: 'idalake', rate: 10 });
  await page.getByRole('row').filter({ hasText: 'LAKE-10' }).waitFor(LIVE);
  await way.waitFor(LIVE);
});
