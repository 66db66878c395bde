import { call } from '#ops/actors/client.ts';
import { addCartEntry } from '#services/contract/cart/calls.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import type { Visitor } from '../visitor.ts';
import type { SampleShop } from './selling-everything.ts';

const putInCart = async ({ page, t }: Visitor): Promise<void> => {
  const added = page.waitForResponse(`**${addCartEntry.path}`);
  await page.getByRole('button', { name: t('orders-checkout:cart.add') }).click();
  await added;
  await page.getByText(t('orders-checkout:cart.added')).first().waitFor();
};

/** Chooses two of the four, two tickets, and both models of the shipped goods. */
export async function fillCart(fan: Visitor, { bundle, concert, scarf }: SampleShop): Promise<void> {
  const { page, t } = fan;
  await goTo(page, `/bundle/${bundle.plan_id}`);
  await page.getByRole('checkbox', { name: 'Spring' }).check();
  await page.getByRole('checkbox', { name: 'Winter' }).check();
  await seen(fan, '01-bundle');
  await putInCart(fan);

  await goTo(page, `/item/${concert.plan_id}`);
  await page.getByRole('radio', { name: /Lawn/ }).check();
  await page
    .getByRole('button', { name: t('orders-buying:item.more', { what: t('orders-buying:item.count') }) })
    .click();
  await seen(fan, '02-tickets');
  await putInCart(fan);

  await goTo(page, `/item/${scarf.plan_id}`);
  await page.getByRole('radio', { name: /Moss/ }).check();
  await page.getByRole('link', { name: t('orders-buying:item.buy') }).click();
  await page.getByRole('button', { name: t('orders-buying:item.more', { what: 'Clay' }) }).click();
  await page.getByText('¥105.00').first().waitFor();
  await seen(fan, '03-scarf');
  await putInCart(fan);
}

/** Enters the holders of two tickets and pays for everything. Returns the cart order number. */
export async function payCart(fan: Visitor, total: string): Promise<string> {
  const { page, t } = fan;
  await goTo(page, '/cart');
  const button = page.getByRole('button', { name: t('cart:panel.pay') });
  for (const ticket of [0, 1]) {
    await page
      .getByRole('combobox')
      .nth(ticket)
      .selectOption({ index: ticket + 1 });
  }
  await button.and(page.locator(':enabled')).waitFor();
  await button.filter({ hasText: total }).waitFor();
  await seen(fan, '04-cart');
  await button.click();
  await page.waitForURL('/cashier?*');
  const number = new URL(page.url()).searchParams.get('cart_order_no') ?? '';
  await page.getByText(total).first().waitFor();
  await seen(fan, '05-cashier');
  await page.getByRole('button', { name: t('orders-buying:cashier.success') }).click();
  await page.getByRole('heading', { name: t('cart:check.paid') }).waitFor();
  await seen(fan, '06-paid');
  return number;
}

/** The one order that was made of a plan. */
export async function orderOf(fan: Visitor, { plan_id }: Plan): Promise<string> {
  const { list } = await call(fan, listMyOrders);
  const order = list.find(({ plan }) => plan.plan_id === plan_id);
  if (order === undefined) throw new Error('the cart has made no such order');
  return order.out_trade_no;
}
