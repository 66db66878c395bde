import { beforeEach, expect, test } from 'vitest';
import { type Actor, call } from '#ops/actors/client.ts';
import { becomeCreator, goodsForm, newPerson, putOnSale, somebody } from '#ops/actors/people.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { orderCart } from '#services/contract/cart/calls.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

let creator: Actor;
let plan: Plan;

beforeEach(async () => {
  if (stage.base() === '' || plan !== undefined) return;
  creator = await newPerson(stage.base(), somebody('Ida'));
  await becomeCreator(creator, { name: 'Ida', url_slug: 'postcards1' });
  plan = await putOnSale(creator, goodsForm('Postcards', { name: 'Spring', price: '12.50', stock: 19 }));
});

/** The link of a creator's program. */
const checkout = (more: Readonly<Record<string, string>> = {}): string => {
  const sku = JSON.stringify([{ sku_id: plan.sku[0]?.sku_id, count: 2 }]);
  return `/order/create?${new URLSearchParams({ plan_id: plan.plan_id, product_type: '1', sku, ...more })}`;
};
const remarkOf = ({ page, t }: Visitor) => page.getByLabel(t('orders-buying:create.remark'));
/** The note in the form, and the one in the history entry. */
const remarksOf = async (visitor: Visitor) => ({
  shown: await remarkOf(visitor).inputValue(),
  kept: await visitor.page.evaluate(() => history.state.draft?.remark),
});
const openOrder = ({ page }: Visitor, title: string) => page.getByRole('alert').filter({ hasText: title });

const isOnTop = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
};

test.each([
  ['zh-CN', 390, '小满', '请写上生日快乐', '你已有一笔内容相同的待支付订单'],
  [
    'en-US',
    1280,
    'Anna',
    'Please write Happy Birthday',
    'You already have an unpaid order for the same items',
  ],
] as const)(
  'after a return from the cashier the form is unchanged, and the open order is offered (%s)',
  async (...row) => {
    const [language, width, name, words, title] = row;
    const fan = await stage.visitor({ language, width });
    await signedUp(fan, somebody(name));
    const { page, t } = fan;
    await goTo(page, checkout());
    await remarkOf(fan).fill(words);
    const first = await placeOrder(fan);
    // Before the cashier is shown, pressing again is the same request, and gives the same order.
    await page.getByText(first).waitFor();

    await page.goBack();
    await page.waitForURL('/order/create?*');
    await expect.poll(() => remarksOf(fan)).toEqual({ shown: words, kept: words });
    const place = page.getByRole('button', { name: t('orders-buying:create.place') });
    await place.click();
    await openOrder(fan, title).getByText(t('orders-checkout:open.text')).waitFor();
    expect(new URL(page.url()).pathname).toBe('/order/create');

    const payLink = openOrder(fan, title).getByRole('link', { name: t('orders-checkout:open.pay') });
    // No bar of the phone covers it.
    await expect.poll(() => payLink.evaluate(isOnTop)).toBe(true);
    await payLink.click();
    await page.waitForURL('/cashier?*');
    expect(new URL(page.url()).searchParams.get('out_trade_no')).toBe(first);
    await page.getByText(first).waitFor();

    await page.goBack();
    await page.waitForURL('/order/create?*');
    await page.reload();
    await expect.poll(() => remarksOf(fan)).toEqual({ shown: words, kept: words });
    await place.click();
    await openOrder(fan, title)
      .getByRole('button', { name: t('orders-checkout:open.another') })
      .click();
    await page.waitForURL('/cashier?*');
    const second = new URL(page.url()).searchParams.get('out_trade_no');
    expect([first, '']).not.toContain(second);

    await pay(fan);
    await goTo(page, `/cashier?out_trade_no=${first}`);
    await pay(fan);
    await goTo(page, checkout());
    await remarkOf(fan).fill(words);
    await place.click();
    const asked = page.getByRole('alert').filter({ hasText: t('orders-checkout:again.text') });
    const paid = asked.getByRole('link', { name: t('orders-checkout:again.see') });
    expect(await paid.getAttribute('href')).toBe(`/dashboard/order/${second}`);
    await seen(fan, 'bought-just-now');
    await asked.getByRole('button', { name: t('orders-checkout:again.yes') }).click();
    await page.waitForURL('/cashier?*');
    expect([first, second, '']).not.toContain(new URL(page.url()).searchParams.get('out_trade_no'));
  },
);

test('a guest’s note, and the number in the link, are still there after signing in', async () => {
  const fan = await stage.visitor({ language: 'zh-CN' });
  const person = somebody('小满');
  await signedUp(fan, person);
  await call(fan, logout);
  const { page, t } = fan;
  await goTo(page, checkout({ custom_order_id: 'B-42' }));
  await remarkOf(fan).fill('请写上生日快乐');
  await page.getByRole('link', { name: t('orders-buying:create.signIn') }).click();
  await page.getByLabel(t('accounts:field.account')).fill(person.account);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('accounts:login.submit') }).click();
  await page.waitForURL('/order/create?*');
  await expect.poll(() => remarkOf(fan).inputValue()).toBe('请写上生日快乐');
  await placeOrder(fan);
  const numbers = async () => {
    const { list } = await call(creator, listCreatorOrders, {});
    return list.map(({ custom_order_id }) => custom_order_id);
  };
  await expect.poll(numbers).toContain('B-42');
});

test.each([
  ['zh-CN', { width: 390 }],
  ['en-US', { width: 1440, theme: 'dark' as const }],
] as const)('a guest signs in by a code without leaving the order (%s)', async (language, look) => {
  const fan = await stage.visitor({ language, ...look });
  const person = somebody('小满');
  await signedUp(fan, person);
  await call(fan, logout);
  const { page, t } = fan;
  await goTo(page, checkout());
  await remarkOf(fan).fill('请写上生日快乐');
  await page.getByRole('button', { name: t('accounts:order.open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('accounts:field.account')).fill(person.account);
  await dialog.getByRole('button', { name: t('accounts:code.send') }).click();
  await dialog.getByRole('button', { name: /\d{6}/ }).click();
  await seen(fan, `order-sign-in-${language}`);
  await dialog.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => remarkOf(fan).inputValue()).toBe('请写上生日快乐');
  await page.getByRole('button', { name: t('orders-buying:create.place') }).waitFor();
});

test('the number in a link to a product goes through its page to the order, and through the cart', async () => {
  const fan = await stage.visitor({ language: 'en-US' });
  await signedUp(fan, somebody('Lin'));
  const { page, t } = fan;
  await goTo(page, `/item/${plan.plan_id}?custom_order_id=B-43&remark=Blue+ink`);
  const toCart = page.getByRole('button', { name: t('orders-checkout:cart.add') }).first();
  await toCart.click();
  await page.getByText(t('orders-checkout:cart.added')).waitFor();
  await page
    .getByRole('link', { name: t('orders-buying:item.buy') })
    .first()
    .click();
  await page.waitForURL('/order/create?*');
  expect(new URL(page.url()).searchParams.get('custom_order_id')).toBe('B-43');
  await expect.poll(() => remarkOf(fan).inputValue()).toBe('Blue ink');
  await placeOrder(fan);
  await call(fan, orderCart, {});
  const bought = async () => {
    const { list } = await call(fan, listMyOrders, {});
    return list.map(({ custom_order_id, remark }) => [custom_order_id, remark]);
  };
  await expect.poll(bought).toEqual([
    ['B-43', 'Blue ink'],
    ['B-43', 'Blue ink'],
  ]);
});

test('where the limit allows no second order, only payment is offered', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  await newCreator(creator, 'Ida', 'postcards2');
  const limit = { purchase_limit_count: 1, purchase_limit_days: -1 };
  const print = await putOnSale(creator, {
    name: 'Print',
    product_type: 1,
    purchase_limit_type: 2,
    product_purchase_limit: limit,
    sku: [{ name: 'Winter', price: '12.50', stock: 19 }],
  });
  const lines = [{ sku_id: print.sku[0]?.sku_id, count: 1 }];
  const search = { plan_id: print.plan_id, product_type: '1', sku: JSON.stringify(lines) };
  const fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('小满'));
  const { page, t } = fan;
  await goTo(page, `/order/create?${new URLSearchParams(search)}`);
  await placeOrder(fan);
  await page.goBack();
  await page.waitForURL('/order/create?*');
  await page.getByRole('button', { name: t('orders-buying:create.place') }).click();
  await page.getByText(t('orders-checkout:open.only')).waitFor();
  await page.getByRole('button', { name: t('orders-checkout:open.another') }).waitFor({ state: 'detached' });
});

test('an order whose answer is lost is sent again with its key, and exists once', async () => {
  const fan = await stage.visitor({ language: 'en-US' });
  await signedUp(fan, somebody('Lotta'));
  const { page, t } = fan;
  const keys: (string | undefined)[] = [];
  await page.route(`**${createOrder.path}`, async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? undefined);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await goTo(page, checkout());
  await page.getByRole('button', { name: t('orders-buying:create.place') }).click();
  await page.getByText(t('shell:state.unreachable')).first().waitFor();
  await settled(page);
  const number = await placeOrder(fan);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  const { list } = await call(fan, listMyOrders);
  expect(list.map(({ out_trade_no }) => out_trade_no)).toEqual([number]);
  fan.troubles.splice(0);
});
