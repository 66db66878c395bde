import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { eventForm, HOLDERS, HOME, putOnSale, somebody } from '#ops/actors/people.ts';
import { addCartEntry, countCartEntries, orderCart } from '#services/contract/cart/calls.ts';
import { setDiscountOption } from '#services/contract/catalog/edit-plan.ts';
import { deletePlan } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { type Address, editAddress } from '#services/contract/delivery/addresses.ts';
import { editShippingTemplate } from '#services/contract/delivery/shipping.ts';
import { cancelOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { editIdcard, type Identity } from '#services/contract/tickets/identities.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'shared' });

const MONTH_SECONDS = 30 * 86_400;
const MONTHS_A_YEAR = 12;

interface SampleShop {
  set: Plan;
  concert: Plan;
  scarf: Plan;
  party: Plan;
  coffee: Plan;
  dinner: Plan;
}

let fairs = 0;

/** A creator with everything that a checkout has to ask about. */
async function openSampleShop(creator: Visitor): Promise<SampleShop> {
  fairs += 1;
  await newCreator(creator, '林间小铺', `fair${fairs}`);
  const rules = [{ provinces: ['330000'], first_fee: '8.00', next_fee: '2.00' }];
  const { template } = await call(creator, editShippingTemplate, { name: '顺丰', rules });
  const begin_time = Math.floor(Date.now() / 3_600_000) * 3_600 + MONTH_SECONDS;
  const set = await putOnSale(creator, {
    name: '四季明信片 · 任选两张',
    product_type: 3,
    price: '18.00',
    bundle_sku_select_count: 2,
    bundle_stock: 6,
    sku: ['春', '夏', '秋', '冬'].map((name) => ({ name, price: '12.00', stock: 20 })),
  });
  const concert = await putOnSale(
    creator,
    eventForm('草地音乐会', begin_time, { name: '草坪票', price: '80.00', stock: 50 }),
  );
  const scarf = await putOnSale(creator, {
    name: '羊毛围巾',
    product_type: 1,
    need_address: true,
    shipping_template_id: template.template_id,
    config: { remark_name: '绣什么字', remark_placeholder: '最多四个字', remark_required: true },
    sku: [
      { name: '苔绿', price: '60.00', stock: 5 },
      { name: '陶土', price: '60.00', stock: 5 },
    ],
  });
  const party = await putOnSale(creator, {
    name: '开放日',
    product_type: 4,
    invite_code: 'spring',
    sku: [{ name: '入场', price: '20.00', stock: 9 }],
  });
  const coffee = await putOnSale(creator, { name: '请喝咖啡', product_type: 0, price: '30.00' });
  const dinner = await putOnSale(creator, { name: '请吃饭', product_type: 0, price: '50.00' });
  await call(creator, setDiscountOption, { status: 1 });
  return { set, concert, scarf, party, coffee, dinner };
}

async function newFan(fan: Visitor): Promise<{ address: Address; identities: Identity[] }> {
  await signedUp(fan, somebody('小满'));
  const { address } = await call(fan, editAddress, HOME);
  const identities: Identity[] = [];
  for (const holder of HOLDERS) {
    identities.push((await call(fan, editIdcard, holder)).identity);
  }
  return { address, identities };
}

const skuOf = ({ sku }: Plan, name: string): string => {
  const found = sku.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.sku_id;
};
const lines = (plan: Plan, ...names: string[]) =>
  names.map((name) => ({ sku_id: skuOf(plan, name), count: 1 }));

const inCart = async (fan: Visitor, entry: object): Promise<string> =>
  (await call(fan, addCartEntry, entry)).cart_id;

const checkout = (plan: Plan, more: Record<string, string> = {}): string =>
  `/order/create?${new URLSearchParams({ plan_id: plan.plan_id, product_type: String(plan.product_type), ...more })}`;

test('a bundle of a choice, two tickets and something that is sent are paid in one', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  const { set, concert, scarf } = await openSampleShop(creator);
  await newFan(fan);
  const { page, t } = fan;
  // On a phone the same button is above the tabs, too.
  const toCart = page.getByRole('button', { name: t('orders-checkout:cart.add') }).first();
  const added = page.getByText(t('orders-checkout:cart.added'));

  await goTo(page, `/bundle/${set.plan_id}`);
  for (const name of ['春', '冬']) await page.getByRole('checkbox', { name }).check();
  await toCart.click();
  await added.first().waitFor();
  await goTo(
    page,
    checkout(concert, { sku: JSON.stringify([{ sku_id: skuOf(concert, '草坪票'), count: 2 }]) }),
  );
  await toCart.click();
  await added.first().waitFor();
  await goTo(page, `/item/${scarf.plan_id}`);
  await toCart.click();
  await added.first().waitFor();

  // The sign at the top counts them, and leads there.
  await page.getByRole('link', { name: t('shell:nav.cartOf', { count: 3 }) }).click();
  await page.waitForURL('/cart');
  // An entry removed by mistake is restored unchanged.
  const seats = page.getByRole('article', { name: concert.name });
  await seats.getByRole('button', { name: t('cart:removeNamed', { name: concert.name }) }).click();
  await seats.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t('cart:putBack') }).click();
  await seats.getByText('草坪票').first().waitFor();
  const pay = page.getByRole('button', { name: t('cart:panel.pay') });
  // Required fields of the creator are required here, too.
  await page.getByText(t('cart:panel.remark'), { exact: true }).waitFor();
  await expect.poll(() => pay.isDisabled()).toBe(true);
  const scarves = page.getByRole('article', { name: '羊毛围巾' });
  await scarves.getByRole('button', { name: '绣什么字' }).click();
  await scarves.getByRole('textbox', { name: '绣什么字' }).fill('小满');
  await scarves.getByRole('button', { name: t('cart:remark.save') }).click();
  // 18 + 160 + 60, and sending to the default address
  await page.getByRole('button', { name: `${t('cart:panel.pay')} · ¥246.00` }).waitFor();

  // One more of it, for two more in sending.
  await scarves.getByRole('button', { name: t('orders-buying:item.more', { what: '苔绿' }) }).click();
  await page.getByRole('button', { name: `${t('cart:panel.pay')} · ¥308.00` }).waitFor();
  // The page is loading and empty at first; a slow answer must not remove the link.
  const { promise: there, resolve: arrived } = Promise.withResolvers<void>();
  await page.route(`**${countCartEntries.path}*`, async (route) => {
    await there;
    await route.continue();
  });
  await page.getByRole('button', { name: `${t('cart:panel.pay')} · ¥308.00` }).click();
  await page.waitForURL('/cashier?*');
  arrived();
  await page.unrouteAll({ behavior: 'wait' });
  expect(page.url()).toContain('cart_order_no=c');
  await page.getByRole('button', { name: t('orders-buying:cashier.success') }).click();
  await page.getByRole('heading', { name: t('cart:check.paid') }).waitFor();
  await page.getByText(t('cart:got.ticketCount', { count: 2 })).waitFor();
  await page.getByText(t('delivery:waiting')).waitFor();
  await page
    .getByRole('button', { name: t('tickets:show') })
    .first()
    .waitFor();
  await page
    .getByRole('link', { name: t('shell:nav.cart') })
    .first()
    .waitFor();
  await goTo(page, '/cart');
  await page.getByRole('heading', { name: t('cart:empty') }).waitFor();
});

test('an unavailable entry shows its reason, the rest can be paid; a new price is confirmed again', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US' });
  const { set, party, coffee } = await openSampleShop(creator);
  await newFan(fan);
  const { page, t } = fan;
  await inCart(fan, { plan_id: set.plan_id, sku: lines(set, '夏', '秋') });
  await inCart(fan, { plan_id: party.plan_id, sku: lines(party, '入场') });
  await inCart(fan, { plan_id: coffee.plan_id, month: MONTHS_A_YEAR });
  // A page that receives no live updates.
  await page.route(`**${LIVE_PATHS.own}*`, () => undefined);
  await page.goto('/cart');
  // 18 + 20 + 30 × 12 − 10 %
  const pay = page.getByRole('button', { name: t('cart:panel.pay') });
  await page.getByText(t('cart:panel.invite'), { exact: true }).waitFor();
  await page.getByRole('textbox', { name: t('cart:invite') }).fill('autumn');
  await page.getByText('Not found').first().waitFor();
  await page.getByRole('textbox', { name: t('cart:invite') }).fill('Spring');
  await page.getByRole('button', { name: `${t('cart:panel.pay')} · ¥362.00` }).waitFor();

  // The price rises in another session; this page still shows the old one.
  await putOnSale(creator, {
    plan_id: set.plan_id,
    name: set.name,
    product_type: 3,
    price: '21.00',
    bundle_sku_select_count: 2,
    sku: set.sku.map(({ sku_id, name, price }) => ({ sku_id, name, price })),
  });
  await pay.click();
  await page.getByText(t('orders-checkout:changed.title')).waitFor();
  await page.getByRole('button', { name: `${t('cart:panel.pay')} · ¥365.00` }).waitFor();

  // Then it is no longer on sale: the page shows it, and the others can be paid.
  await call(creator, deletePlan, { plan_id: set.plan_id });
  await pay.click();
  const gone = page.getByRole('article', { name: set.name });
  await gone.getByRole('alert').waitFor();
  await gone.getByRole('checkbox').click();
  await gone.getByRole('checkbox', { checked: false }).waitFor();
  await page.getByRole('button', { name: `${t('cart:panel.pay')} · ¥344.00` }).click();
  await page.waitForURL('/cashier?*');
  await goTo(page, '/cart');
  await page.getByRole('article', { name: set.name }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
});

test('a code pays, an amount of one’s choice is given, and an upgrade explains itself', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const { coffee, dinner, concert } = await openSampleShop(creator);
  await newFan(fan);
  const { page, t } = fan;
  const { list } = await call(creator, makeRedeemCodes, {
    plan_id: coffee.plan_id,
    month: 2,
    num: 1,
  });
  await goTo(page, checkout(coffee, { month: '2' }));
  await page.getByRole('button', { name: t('orders-checkout:redeem.open') }).click();
  await page.getByRole('textbox', { name: t('orders-checkout:redeem.label') }).fill('not-a-code');
  await page.getByRole('button', { name: t('orders-checkout:redeem.apply') }).click();
  await page.getByText('兑换码不存在或已失效').waitFor();
  await page
    .getByRole('textbox', { name: t('orders-checkout:redeem.label') })
    .fill(list[0]?.code.toLowerCase() ?? '');
  await page.getByRole('button', { name: t('orders-checkout:redeem.apply') }).click();
  await page.getByText(t('orders-checkout:redeem.applied')).waitFor();
  await page.getByRole('button', { name: t('orders-checkout:place.redeem') }).click();
  await page.waitForURL('/order/check?*');
  await page.getByText(t('cart:got.until')).waitFor();
  await page.getByText(t('cart:got.redeemed')).waitFor();

  // As a member: the higher plan costs the difference for the rest of the time.
  await goTo(page, checkout(dinner));
  await page.getByText(t('orders-checkout:upgrade.title')).waitFor();
  await page.getByRole('button', { name: `${t('orders-buying:create.place')} · ¥40.00` }).waitFor();

  await goTo(page, `/order/create?user_id=${concert.user_id}`);
  await page.locator('label').filter({ hasText: '¥50' }).click();
  await page.getByLabel(t('orders-checkout:custom.other')).fill('4');
  await page.getByText(t('orders-checkout:custom.range', { min: '¥5.00', max: '¥1,000,000.00' })).waitFor();
  await page.getByLabel(t('orders-checkout:custom.other')).fill('66.60');
  await page.getByRole('button', { name: `${t('orders-checkout:custom.place')} · ¥66.60` }).click();
  await page.waitForURL('/cashier?*');
  await page.getByText('¥66.60').first().waitFor();
  // An amount has no stock to be reserved.
  await goTo(page, `/dashboard/order/${new URL(page.url()).searchParams.get('out_trade_no')}`);
  await page
    .getByText(t('orders-after-payment:story.placedPlain', { amount: '¥66.60' }), { exact: true })
    .waitFor();
});

test('the pages of checkout and cart fit, can be read and report no error', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const dark = await stage.visitor({ language: 'zh-CN', theme: 'dark' });
  const fair = await openSampleShop(creator);
  const { set, concert, scarf, party, coffee } = fair;
  const { address, identities } = await newFan(fan);
  await newFan(dark);

  async function fill(visitor: Visitor): Promise<string[]> {
    return [
      await inCart(visitor, { plan_id: coffee.plan_id, month: MONTHS_A_YEAR }),
      await inCart(visitor, { plan_id: scarf.plan_id, sku: lines(scarf, '苔绿', '陶土'), remark: '小满' }),
      await inCart(visitor, { plan_id: set.plan_id, sku: lines(set, '春', '冬'), bundle_count: 2 }),
      await inCart(visitor, { plan_id: concert.plan_id, sku: lines(concert, '草坪票') }),
    ];
  }
  const [month, scarves, cards, seats] = await fill(fan);
  const tickets = [{ identity_id: identities[0]?.identity_id }];
  const entries = [{ cart_id: month }, { cart_id: scarves }, { cart_id: cards }, { cart_id: seats, tickets }];
  const buy = (body: object) => call(fan, orderCart, body);
  const { address_id } = address;
  const paid = await buy({ entries, address_id });
  await call(fan, sandboxPay, { charge_id: paid.pay.charge_id, outcome: 'success' });
  const due = await buy({
    entries: [{ cart_id: await inCart(fan, { plan_id: set.plan_id, sku: lines(set, '夏', '秋') }) }],
  });
  const given_up = await buy({
    entries: [
      { cart_id: await inCart(fan, { plan_id: scarf.plan_id, sku: lines(scarf, '苔绿'), remark: '满' }) },
    ],
    address_id,
  });
  await call(fan, cancelOrder, { cart_order_no: given_up.cart_order_no });
  for (const visitor of [fan, dark]) await fill(visitor);
  await inCart(fan, { plan_id: party.plan_id, sku: lines(party, '入场') });

  const skus = (plan: Plan, ...names: string[]) => ({ sku: JSON.stringify(lines(plan, ...names)) });
  const found = await Promise.all([
    walk(fan, [
      { name: 'cart', path: '/cart' },
      { name: 'order-months', path: checkout(coffee, { month: '12' }) },
      { name: 'order-sent', path: checkout(scarf, skus(scarf, '苔绿')) },
      { name: 'order-invited', path: checkout(party, skus(party, '入场')) },
      { name: 'order-custom', path: `/order/create?user_id=${set.user_id}` },
      { name: 'cashier-cart', path: `/cashier?cart_order_no=${due.cart_order_no}` },
      { name: 'cashier-cart-closed', path: `/cashier?cart_order_no=${given_up.cart_order_no}` },
      { name: 'check-cart', path: `/order/check?cart_order_no=${paid.cart_order_no}` },
      { name: 'check-cart-due', path: `/order/check?cart_order_no=${due.cart_order_no}` },
      { name: 'check-cart-closed', path: `/order/check?cart_order_no=${given_up.cart_order_no}` },
      { name: 'check-one-of-cart', path: `/order/check?out_trade_no=${paid.orders[0]?.out_trade_no}` },
    ]),
    walk(dark, [
      { name: 'order-bundle', path: checkout(set, { ...skus(set, '春', '冬'), bundle_count: '2' }) },
      { name: 'order-bundle-incomplete', path: checkout(set) },
    ]),
    walk(creator, [{ name: 'cart-empty', path: '/cart' }]),
  ]);
  expect(found.flat()).toEqual([]);
}, 300_000);
