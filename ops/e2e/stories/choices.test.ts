import { beforeEach, expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { becomeCreator, putOnSale, somebody } from '#ops/actors/people.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { goTo } from '../going.ts';
import { signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

let shops = 0;
let creator: Visitor;
let fan: Visitor;

beforeEach(async ({ task }) => {
  if (stage.base() === '') return;
  shops += 1;
  creator = await stage.visitor({ language: 'en-US' });
  await signedUp(creator, somebody('Ida'));
  await becomeCreator(creator, { name: `Ida of ${task.name}`.slice(0, 40), url_slug: `garden${shops}` });
  fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('小满'));
});

const postcards = (more: object = {}) => ({
  name: 'Postcards',
  product_type: 1,
  sku: [
    { name: 'Spring', price: '12.50', stock: 2 },
    { name: 'Autumn', price: '20.00', stock: 9 },
  ],
  ...more,
});

const orderOf = (plan: Plan, sku: number, count: number) => ({
  plan_id: plan.plan_id,
  product_type: 1,
  sku: [{ sku_id: plan.sku[sku]?.sku_id ?? '', count }],
});

/** The address of an order with this choice made. */
const checkout = (plan: Plan, sku: number, count: number): string => {
  const { plan_id, sku: lines } = orderOf(plan, sku, count);
  return `/order/create?${new URLSearchParams({ plan_id, product_type: '1', sku: JSON.stringify(lines) })}`;
};

const place = ({ page, t }: Visitor) => page.getByRole('button', { name: t('orders-buying:create.place') });

test('sold out: the choice shows it, and the alternatives', async () => {
  const plan = await putOnSale(creator, postcards());
  await goTo(fan.page, checkout(plan, 0, 1));
  await fan.page.getByText(fan.t('orders-buying:stock.left', { count: 2 })).waitFor();
  await expect.poll(() => place(fan).isEnabled()).toBe(true);
  const other = await stage.visitor({ language: 'zh-CN' });
  await signedUp(other, somebody('阿岚'));
  await call(other, createOrder, orderOf(plan, 0, 2));

  await place(fan).click();
  await fan.page.getByRole('alert').filter({ hasText: '库存不足' }).first().waitFor();
  await fan.page.getByText(fan.t('orders-buying:stock.none'), { exact: true }).waitFor();
  expect(new URL(fan.page.url()).pathname).toBe('/order/create');

  // Another choice is possible immediately.
  await fan.page.getByRole('button', { name: fan.t('orders-buying:item.less', { what: 'Spring' }) }).click();
  await fan.page.getByRole('button', { name: fan.t('orders-buying:item.more', { what: 'Autumn' }) }).click();
  await place(fan).click();
  await fan.page.waitForURL('/cashier?*');

  await goTo(fan.page, `/item/${plan.plan_id}`);
  const spring = fan.page.getByRole('radio', { name: /Spring/ });
  await expect.poll(() => spring.isDisabled()).toBe(true);
});

test('limit reached: the order is refused at its choice, with the limit', async () => {
  const limit = { purchase_limit_count: 3, purchase_limit_days: -1 };
  const plan = await putOnSale(creator, postcards({ purchase_limit_type: 2, product_purchase_limit: limit }));
  await call(fan, createOrder, orderOf(plan, 0, 2));
  await goTo(fan.page, checkout(plan, 1, 2));
  await fan.page
    .getByText(fan.t('orders-buying:limit.plan', { limit: fan.t('orders-buying:limit.ever', { count: 3 }) }))
    .waitFor();
  await place(fan).click();
  await fan.page.getByRole('alert').filter({ hasText: '已达到可购买上限' }).first().waitFor();
  expect(new URL(fan.page.url()).pathname).toBe('/order/create');

  await fan.page.getByRole('button', { name: fan.t('orders-buying:item.less', { what: 'Autumn' }) }).click();
  await place(fan).click();
  await fan.page.waitForURL('/cashier?*');
});

test('price changed: the order is not placed at another price than was shown', async () => {
  const plan = await putOnSale(creator, postcards());
  // A page that receives no live updates.
  await fan.page.route(`**${LIVE_PATHS.own}*`, () => undefined);
  await fan.page.goto(checkout(plan, 1, 1));
  await fan.page.getByRole('button', { name: /¥20\.00/ }).waitFor();
  await putOnSale(creator, {
    ...postcards(),
    plan_id: plan.plan_id,
    sku: plan.sku.map(({ sku_id, name, price }, index) => ({
      sku_id,
      name,
      price: index === 1 ? '24.00' : price,
    })),
  });

  await place(fan).click();
  await fan.page.getByText(fan.t('orders-checkout:changed.title')).waitFor();
  await fan.page.getByRole('button', { name: /¥24\.00/ }).click();
  await fan.page.waitForURL('/cashier?*');
  await fan.page.getByText('¥24.00').first().waitFor();
});

test('on a phone the way to the order stays at hand while the button is out of sight', async () => {
  const plan = await putOnSale(creator, postcards({ desc: 'Painted by the water.\n'.repeat(40) }));
  const { page, t } = fan;
  await page.setViewportSize({ width: 390, height: 700 });
  await goTo(page, `/item/${plan.plan_id}`);
  const buy = page.getByRole('link', { name: t('orders-buying:item.buy') });
  const bar = page.locator('[data-bar="bottom"]');
  const own = page
    .locator('main a')
    .filter({ hasText: t('orders-buying:item.buy') })
    .first();
  await bar.getByText('¥12.50').waitFor();
  await bar.getByText(t('orders-buying:create.line', { name: 'Spring', count: 1 })).waitFor();

  await own.scrollIntoViewIfNeeded();
  await bar.waitFor({ state: 'hidden' });
  await expect.poll(() => buy.count()).toBe(1);

  await page.getByText('Autumn').click();
  await page
    .getByRole('button', { name: t('orders-buying:item.more', { what: t('orders-buying:item.count') }) })
    .click();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await bar.getByText(t('orders-buying:create.line', { name: 'Autumn', count: 2 })).waitFor();
  await bar.getByRole('button', { name: t('orders-checkout:cart.add') }).click();
  await page.getByText(t('orders-checkout:cart.added')).waitFor();
  await bar.getByRole('link', { name: t('orders-buying:item.buy') }).click();
  await page.getByRole('button', { name: /¥40\.00/ }).waitFor();
});

test('a large shop is shown page after page, to its end', async () => {
  const names = Array.from({ length: 26 }, (_, at) => `Print ${at + 1}`);
  for (const name of names) await putOnSale(creator, postcards({ name }));
  const { page } = fan;
  await goTo(page, `/a/garden${shops}?tab=shop`);
  const cards = page.locator('main article');
  await expect.poll(() => cards.count()).toBe(24);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => cards.count()).toBe(26);
  expect((await cards.getByRole('link').allTextContents()).sort()).toEqual(names.sort());
});
