import { expect, test } from 'vitest';
import type { Order } from '#services/api/contract/orders.ts';
import type { Plan } from '#services/api/contract/plans.ts';
import { checkIn, shipByTable } from './creator-work.ts';
import { call } from './people.ts';
import { seen } from './seen.ts';
import { openFair, readyToBuy } from './selling-everything.ts';
import { settled } from './settled.ts';
import { onStage } from './stage.ts';
import type { Visitor } from './visitor.ts';
import { wordsOf } from './words.ts';

const stage = onStage({ database: 'throwaway' });

/** From the other one's click through log and read models to the open page. */
const LIVE = { timeout: 30_000 };

const putInCart = async ({ page, t }: Visitor): Promise<void> => {
  const added = page.waitForResponse('**/api/cart/add');
  await page.getByRole('button', { name: t('checkout:cart.add') }).click();
  await added;
  await page.getByText(t('checkout:cart.added')).first().waitFor();
};

/** Chooses two of the four, two tickets, and both models of what is sent. */
async function fillCart(
  fan: Visitor,
  { bundle, concert, scarf }: Record<'bundle' | 'concert' | 'scarf', Plan>,
) {
  const { page, t } = fan;
  await page.goto(`/bundle/${bundle.plan_id}`);
  await page.getByRole('checkbox', { name: 'Spring' }).check();
  await page.getByRole('checkbox', { name: 'Winter' }).check();
  await seen(fan, '01-bundle');
  await putInCart(fan);

  await page.goto(`/item/${concert.plan_id}`);
  await page.getByRole('radio', { name: /Lawn/ }).check();
  await page.getByRole('button', { name: `${t('buying:item.more')} ${t('buying:item.count')}` }).click();
  await seen(fan, '02-tickets');
  await putInCart(fan);

  await page.goto(`/item/${scarf.plan_id}`);
  await page.getByRole('radio', { name: /Moss/ }).check();
  await page.getByRole('link', { name: t('buying:item.buy') }).click();
  await page.getByRole('button', { name: `${t('buying:item.more')} Clay` }).click();
  await page.getByText('¥105.00').first().waitFor(LIVE);
  await seen(fan, '03-scarf');
  await putInCart(fan);
}

/** The one order that was made of a plan. */
async function orderOf(fan: Visitor, { plan_id }: Plan): Promise<string> {
  const { list } = await call<{ list: Order[] }>(fan, '/api/my/orders');
  const order = list.find(({ plan }) => plan.plan_id === plan_id);
  if (order === undefined) throw new Error('the cart has made no such order');
  return order.out_trade_no;
}

test('a fan buys everything in one cart, and sees what the creator does with it', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const fair = await openFair(creator);
  await readyToBuy(fan);

  await fillCart(fan, fair);
  await fan.page.goto('/cart');
  const button = fan.page.getByRole('button', { name: fan.t('cart:panel.pay') });
  for (const ticket of [0, 1]) {
    await fan.page
      .getByRole('combobox')
      .nth(ticket)
      .selectOption({ index: ticket + 1 });
  }
  await expect.poll(() => button.isEnabled(), LIVE).toBe(true);
  expect(await button.textContent()).toContain('¥283.00');
  await seen(fan, '04-cart');
  await button.click();
  await fan.page.waitForURL('/cashier?*');
  await fan.page.getByText('¥283.00').first().waitFor();
  await seen(fan, '05-cashier');
  await fan.page.getByRole('button', { name: fan.t('buying:cashier.success') }).click();
  await fan.page.getByRole('heading', { name: fan.t('cart:check.paid') }).waitFor(LIVE);
  await seen(fan, '06-paid');

  const scarf = await orderOf(fan, fair.scarf);
  await fan.page.goto(`/dashboard/order/${scarf}`);
  await fan.page.getByText(fan.t('delivery:waiting')).waitFor();
  await seen(fan, '07-waiting');
  await shipByTable(creator, '75312345678901');
  await seen(creator, '08-shipped-by-table');
  await fan.page.getByText('75312345678901').first().waitFor(LIVE);
  await seen(fan, '09-on-its-way');

  const concert = await orderOf(fan, fair.concert);
  await fan.page.goto('/dashboard/ticket');
  await expect.poll(() => fan.page.getByText(fan.t('tickets:status.1')).count()).toBe(2);
  await seen(fan, '10-wallet');
  await checkIn(creator, concert);
  await expect.poll(() => fan.page.getByText(fan.t('tickets:status.2')).count(), LIVE).toBe(2);
  await seen(fan, '11-both-inside');

  await fan.page.goto(`/dashboard/order/${scarf}`);
  await fan.page.getByText('75312345678901').first().waitFor();
  await refundLine(creator, scarf, fair.scarf);
  await fan.page.getByText(fan.t('orders:one.refunded')).first().waitFor(LIVE);
  await seen(fan, '12-refunded');
  await readInTheOtherLanguage(fan, creator, { scarf, concert });
}, 300_000);

/** One of the two models comes back. */
async function refundLine(creator: Visitor, out_trade_no: string, { sku }: Plan): Promise<void> {
  await call(creator, '/api/order/refund', {
    out_trade_no,
    sku: [{ sku_id: sku[1]?.sku_id, count: 1 }],
  });
}

/** The same pages in English, and the creator's in Chinese: nothing is loaded again, nothing falls out. */
async function readInTheOtherLanguage(
  fan: Visitor,
  creator: Visitor,
  { scarf, concert }: Record<'scarf' | 'concert', string>,
): Promise<void> {
  const english = wordsOf('en-US');
  await fan.page.locator('header button[lang="en-US"]').dispatchEvent('click');
  await fan.page.getByText(english('orders:one.refunded')).first().waitFor();
  await seen(fan, '13-refunded-en');
  await fan.page.goto('/dashboard/ticket');
  await expect.poll(() => fan.page.getByText(english('tickets:status.2')).count()).toBe(2);
  await seen(fan, '14-wallet-en');
  for (const [name, path] of [
    ['15-cart-en', '/cart'],
    ['16-orders-en', '/dashboard/order'],
    ['17-order-of-tickets-en', `/dashboard/order/${concert}`],
  ] as const) {
    await fan.page.goto(path);
    await settled(fan.page);
    await seen(fan, name);
  }
  const chinese = wordsOf('zh-CN');
  await creator.page.goto(`/dashboard/sponsored-bill?order=${scarf}`);
  await creator.page.locator('header button[lang="zh-CN"]').dispatchEvent('click');
  await creator.page.getByRole('dialog').getByText(chinese('shipping:part.title')).first().waitFor();
  await settled(creator.page);
  await seen(creator, '18-received-zh');
}
