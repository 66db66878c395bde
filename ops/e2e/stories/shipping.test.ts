import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, HOME, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { editAddress } from '#services/contract/delivery/addresses.ts';
import { updateExpress, updateOrderAddress } from '#services/contract/delivery/express.ts';
import { sandboxClock } from '#services/contract/system/sandbox.ts';
import { openTrackedParcels, parcelKey } from '#services/modules/delivery/carriers/tracked-parcels.ts';
import { downloadTable } from '../everything/creator-work.ts';
import { goTo, leavePages } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'forward' });
/** From the clock through carrier and log to the page. */
const SLOWLY = { timeout: 60_000 };

async function openShop(creator: Visitor, url_slug: string): Promise<Plan> {
  await newCreator(creator, '林间', url_slug);
  return putOnSale(creator, {
    name: '羊毛围巾',
    product_type: 1,
    need_address: true,
    sku: [{ name: '红色', price: '20.00', stock: 50 }],
  });
}

/** A paid order without an address. */
const buy = async (fan: Visitor, plan: Plan): Promise<string> =>
  (await bought(fan, unitsOf(plan, 1))).out_trade_no;

test('a creator sets shipping costs by province on a phone, and the amount for free shipping', async () => {
  const creator = await stage.visitor({ language: 'zh-CN', width: 390 });
  const { page, t } = creator;
  await openShop(creator, 'postage1');
  await goTo(page, '/setting/shop');
  await page.getByText(t('delivery-shipping:templates.empty')).waitFor();
  await page.getByRole('button', { name: t('delivery-shipping:templates.add') }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: t('shell:action.save') });
  await save.click();
  await dialog.getByText(t('delivery-shipping:form.error.name')).waitFor();
  await dialog.getByText(t('delivery-shipping:form.error.provinces')).waitFor();
  await dialog.getByLabel(t('delivery-shipping:form.name')).fill('江浙沪');
  const rule = (number: number) =>
    dialog.getByRole('group', { name: t('delivery-shipping:form.rule', { number }), exact: true });
  for (const name of ['上海', '江苏', '浙江']) await rule(1).getByText(name, { exact: true }).click();
  await rule(1)
    .getByRole('button', { name: t('delivery-shipping:form.done') })
    .click();
  await rule(1).getByText('上海、江苏、浙江').waitFor();
  await rule(1).getByLabel(t('delivery-shipping:form.first')).fill('5');

  await dialog.getByRole('button', { name: t('delivery-shipping:form.addRule') }).click();
  await expect.poll(() => rule(2).getByRole('checkbox', { name: '上海' }).isDisabled()).toBe(true);
  await rule(2).getByText('新疆', { exact: true }).click();
  await rule(2).getByLabel(t('delivery-shipping:form.first')).fill('18.005');
  await save.click();
  await dialog.getByText(t('delivery-shipping:form.error.fee')).waitFor();
  await rule(2).getByLabel(t('delivery-shipping:form.first')).fill('18');
  await rule(2).getByLabel(t('delivery-shipping:form.next')).fill('6');
  await looksRight(creator);
  await save.click();
  await page.getByText(t('delivery-shipping:templates.only', { first: '¥5.00' })).waitFor();
  await page.getByText(t('delivery-shipping:templates.fees', { first: '¥18.00', next: '¥6.00' })).waitFor();
  await page.getByText(t('delivery-shipping:templates.elsewhere', { count: 27 })).waitFor();
  await dialog.waitFor({ state: 'detached' });

  await page.getByLabel(t('delivery-shipping:freeShipping.label')).fill('99');
  await page.getByRole('button', { name: t('shell:action.save') }).click();
  await page.getByText(t('delivery-shipping:freeShipping.saved')).waitFor();
  await looksRight(creator);

  await page
    .getByRole('button', { name: t('delivery-shipping:templates.editOf', { name: '江浙沪' }) })
    .click();
  await rule(1).getByText('上海、江苏、浙江').waitFor();
  await dialog.getByRole('button', { name: t('delivery-shipping:form.removeRule', { number: 2 }) }).click();
  await save.click();
  await page.getByText(t('delivery-shipping:templates.elsewhere', { count: 28 })).waitFor();
  await page
    .getByRole('button', { name: t('delivery-shipping:templates.deleteOf', { name: '江浙沪' }) })
    .click();
  await page.getByRole('button', { name: t('delivery-shipping:templates.deleteYes') }).click();
  await page.getByText(t('delivery-shipping:templates.empty')).waitFor();
});

test('a creator ships to Hong Kong, Japan and everywhere else, at their own fees', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const { page, t } = creator;
  await openShop(creator, 'postage4');
  await goTo(page, '/setting/shop');
  await page.getByRole('button', { name: t('delivery-shipping:templates.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('delivery-shipping:form.name')).fill('World');
  const rule = (number: number) =>
    dialog.getByRole('group', { name: t('delivery-shipping:form.rule', { number }), exact: true });
  await rule(1).getByText('上海', { exact: true }).click();
  await rule(1).getByText('Hong Kong, China', { exact: true }).click();
  await rule(1).getByLabel(t('delivery-shipping:form.addCountry')).selectOption('Japan');
  await rule(1).getByText('Japan', { exact: true }).waitFor();
  await rule(1).getByLabel(t('delivery-shipping:form.first')).fill('30');
  await dialog.getByRole('button', { name: t('delivery-shipping:form.addRule') }).click();
  await expect
    .poll(() => rule(2).getByRole('checkbox', { name: 'Hong Kong, China' }).isDisabled())
    .toBe(true);
  await rule(2).getByText(t('delivery-shipping:form.elsewhere'), { exact: true }).click();
  await rule(2).getByLabel(t('delivery-shipping:form.first')).fill('90');
  await looksRight(creator);
  await dialog.getByRole('button', { name: t('shell:action.save') }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Hong Kong, China · Japan').waitFor();
  await page.getByText(t('delivery-shipping:form.elsewhere'), { exact: true }).waitFor();
  await page.getByText(t('delivery-shipping:templates.only', { first: '¥90.00' })).waitFor();
  await looksRight(creator);
});

test('an order is given an address, sent, and followed until it is signed for, live', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const plan = await openShop(creator, 'postage2');
  await signedUp(fan, somebody('Noor'));
  const number = await buy(fan, plan);

  await goTo(fan.page, `/dashboard/order/${number}`);
  await fan.page.getByText(fan.t('delivery:missing')).waitFor();
  await call(fan, editAddress, HOME);
  await looksRight(fan);
  await fan.page.getByRole('link', { name: fan.t('delivery:setAddress') }).click();
  await fan.page
    .getByRole('button', { name: fan.t('delivery-addresses:order.sendTo', { name: '林小满' }) })
    .click();
  await fan.page
    .getByRole('dialog')
    .getByRole('button', { name: fan.t('delivery-addresses:order.sendHere') })
    .click();
  await fan.page.getByText('浙江省杭州市西湖区文三路 42 号').waitFor();
  await fan.page.getByText(fan.t('delivery:waiting')).waitFor();

  const { page, t } = creator;
  await goTo(page, '/dashboard/sponsored-bill?express_status=8');
  await page
    .getByRole('button', { name: t('orders-received:open', { name: 'Noor', plan: '羊毛围巾' }) })
    .click();
  const drawer = page.getByRole('dialog').filter({ hasText: t('delivery-shipping:part.title') });
  await drawer.getByText('浙江省杭州市西湖区文三路 42 号').waitFor();
  await drawer.getByRole('button', { name: t('delivery-shipping:part.ship'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('delivery-shipping:ship.title') });
  await dialog.getByRole('combobox', { name: t('delivery-shipping:ship.company') }).click();
  await page.getByRole('option', { name: '顺丰速运' }).click();
  await dialog.getByLabel(t('delivery-shipping:ship.number')).fill('12');
  const ship = dialog.getByRole('button', { name: t('delivery-shipping:part.ship'), exact: true });
  await ship.click();
  await dialog.getByText(t('delivery-shipping:ship.error')).waitFor();
  await dialog.getByLabel(t('delivery-shipping:ship.number')).fill('sf 1234567890');
  await looksRight(creator);
  await ship.click();
  // It is in the order's parcel and in its story.
  await drawer.getByText('SF1234567890').first().waitFor();
  await looksRight(creator);

  await fan.page.getByText('SF Express SF1234567890').first().waitFor();
  await call(creator, sandboxClock, { advance_seconds: 7 * 3600 });
  await fan.page.getByText(fan.t('delivery:state.on_the_way')).first().waitFor(SLOWLY);
  await call(creator, sandboxClock, { advance_seconds: 30 * 3600 });
  await fan.page.getByText(fan.t('delivery:state.signed')).first().waitFor(SLOWLY);
  await drawer.getByText(t('delivery:state.signed')).first().waitFor(SLOWLY);
  await looksRight(fan);

  const guest = await stage.visitor({ language: 'zh-CN', width: 390 });
  await goTo(guest.page, `/order/delivery?out_trade_no=${number}&number=SF1234567890&mobile=8001`);
  await guest.page.getByText(guest.t('delivery:tracking.noneText')).waitFor();
  await looksRight(guest);
  await guest.page.getByLabel(guest.t('delivery:tracking.mobile')).fill('8000');
  await guest.page.getByRole('button', { name: guest.t('delivery:tracking.ask') }).click();
  await guest.page.getByText(guest.t('delivery:state.signed')).waitFor();
  await looksRight(guest);
  await goTo(guest.page, '/order/delivery');
  await guest.page.getByText(guest.t('delivery:tracking.noOrder')).waitFor();
});

test('the company’s own words are shown, as text; without them its own page', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const plan = await openShop(creator, 'postage5');
  await signedUp(fan, somebody('Noor'));
  const out_trade_no = await buy(fan, plan);
  await call(fan, updateOrderAddress, { out_trade_no, ...HOME });
  await call(creator, updateExpress, { out_trade_no, express: 'yto', express_no: 'YT1234567890' });
  // The sandbox has no tracking service: its answers are written.
  const tracked = openTrackedParcels(stage.database());
  const key = parcelKey('yto', 'YT1234567890', null);
  const at = Date.parse('2026-05-15T12:00:00+08:00');
  await tracked.take(key, at);
  const path = `/dashboard/order/${out_trade_no}`;
  await goTo(fan.page, path);
  await fan.page.getByText(fan.t('delivery:news.none', { company: 'YTO Express' })).waitFor();
  await looksRight(fan);
  const words = ['<b>已揽收</b>', '离开【上海转运中心】', '到达【杭州转运中心】', '派件中'];
  const lines = words.map((text, n) => ({ text, at: at + n * 3_600_000 })).reverse();
  await tracked.keep(key, { steps: [], lines });
  await leavePages(fan.page);
  await goTo(fan.page, path);
  await fan.page.getByText('派件中').waitFor();
  await fan.page.getByRole('button', { name: fan.t('delivery:news.all', { count: 4 }) }).click();
  await fan.page.getByText('<b>已揽收</b>').waitFor();
  await looksRight(fan);
  await tracked.keep(key, undefined);
  const { page, t } = creator;
  await goTo(page, `/order/delivery?out_trade_no=${out_trade_no}`);
  await page.getByText(t('delivery:news.failed', { company: '圆通速递' })).waitFor();
  const link = page.getByRole('link', { name: t('delivery:news.page', { company: '圆通速递' }) });
  expect(await link.getAttribute('href')).toBe('https://www.yto.net.cn/');
  await page.getByText('派件中').waitFor();
  await looksRight(creator);
});

test('many orders are shipped by a table, with a result for every line', async () => {
  const creator = await stage.visitor({ language: 'en-US', width: 390 });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const { t } = creator;
  const plan = await openShop(creator, 'postage3');
  await signedUp(fan, somebody('阿衡'));
  const [one, two, homeless] = [await buy(fan, plan), await buy(fan, plan), await buy(fan, plan)];
  for (const out_trade_no of [one, two]) {
    await call(fan, updateOrderAddress, { out_trade_no, ...HOME });
  }
  const { dialog, table } = await downloadTable(creator);
  for (const number of [one, two, homeless]) expect(table).toContain(`'${number},,,`);
  await looksRight(creator);

  const filled = table.replace(/('\d{27}),,,/g, (_, number) => `${number},中通,7${number.slice(-9)},`);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'filled.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${filled}20000,sf,SF00001\r\n`),
  });
  await dialog.getByText(t('delivery-shipping:batch.shipped', { count: 2 })).waitFor();
  await dialog.getByText(t('delivery-shipping:batch.failed', { count: 2 })).waitFor();
  await dialog.getByText(t('delivery-shipping:batch.result.no_address')).waitFor();
  await dialog.getByText(t('delivery-shipping:batch.result.unknown_order')).waitFor();
  await looksRight(creator);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'picture.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('89504e470d0a1a0a0000000dff', 'hex'),
  });
  await dialog.getByText('Please upload a CSV file in UTF-8, UTF-16 or GBK').waitFor();
});
