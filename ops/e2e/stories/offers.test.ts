import { beforeEach, expect, test } from 'vitest';
import { becomeCreator, goodsForm, putOnSale, somebody } from '#ops/actors/people.ts';
import { savePlan } from '#services/contract/catalog/plan-changes.ts';
import { goTo } from '../going.ts';
import { tabTo } from '../keyboard.ts';
import { signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

let shops = 0;
let creator: Visitor;
let fan: Visitor;

beforeEach(async () => {
  if (stage.base() === '') return;
  shops += 1;
  creator = await stage.visitor({ language: 'en-US' });
  await signedUp(creator, somebody('Ida'));
  await becomeCreator(creator, { name: 'Ida Garden', url_slug: `offers${shops}` });
  fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('小满'));
});

const field = ({ page }: Visitor, name: string) => page.getByRole('textbox', { name, exact: true });

async function publish({ page, t }: Visitor): Promise<void> {
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.waitForURL('/setting/shop');
}

/** The address of the order that the button leads to, as the next page reads it. */
async function buyLink({ page, t }: Visitor): Promise<Record<string, string>> {
  await page.getByRole('link', { name: t('orders-buying:item.buy') }).click();
  await page.waitForURL('/order/create?*');
  return Object.fromEntries(new URL(page.url()).searchParams);
}

test('a bundle of goods is put together, and a fan chooses two of three', async () => {
  const goods = await putOnSale(
    creator,
    goodsForm(
      'Postcards',
      { name: 'Spring', price: '12.00', stock: 5 },
      { name: 'Summer', price: '12.00', stock: 5 },
      { name: 'Autumn', price: '12.00', stock: 0 },
    ),
  );
  const { page, t } = creator;
  await goTo(page, '/setting/shop');
  await page.getByRole('button', { name: t('catalog-selling:add.more') }).click();
  await page.getByRole('menuitem', { name: t('catalog-selling:bundles.new') }).click();
  await field(creator, t('catalog-editor:editor.name')).fill('Two of a kind');
  await page.getByText(t('catalog-selling:bundle.choose'), { exact: true }).click();
  await page.getByRole('button', { name: t('catalog-selling:parts.fromShop') }).click();
  for (const name of ['Spring', 'Summer', 'Autumn']) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  }
  await page.getByRole('button', { name: t('catalog-selling:parts.add', { count: 3 }) }).click();
  await field(creator, t('catalog-selling:bundle.price')).fill('20');
  await page.getByLabel(t('catalog-selling:bundle.stock')).fill('4');
  // Each part has a limit in the bundle, independent of the goods.
  await page.getByRole('switch', { name: t('catalog-editor:limit.part') }).click();
  const limited = page.getByRole('group', { name: t('catalog-editor:limit.ofSku', { name: 'Spring' }) });
  await limited.getByLabel(t('catalog-editor:limit.count'), { exact: true }).fill('2');
  // A refusal of the plan as a whole is shown in its words.
  const em = 'You can keep at most 2000';
  const refusal = { json: { ec: 40902, em, data: { errors: [{ field: '', message: em }] } } };
  await page.route(`**${savePlan.path}`, (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.getByText(em, { exact: true }).waitFor();
  await publish(creator);
  await page.getByRole('link', { name: 'Two of a kind', exact: true }).click();
  await expect
    .poll(() => limited.getByLabel(t('catalog-editor:limit.count'), { exact: true }).inputValue())
    .toBe('2');

  await goTo(fan.page, `/a/offers${shops}?tab=shop`);
  await fan.page.getByRole('link', { name: 'Two of a kind' }).click();
  await fan.page.waitForURL('/bundle/*');
  await fan.page.getByRole('link', { name: fan.t('catalog-item:bundle.missing', { count: 2 }) }).waitFor();
  await expect.poll(() => fan.page.getByRole('checkbox', { name: 'Autumn' }).isDisabled()).toBe(true);
  await fan.page.getByRole('checkbox', { name: 'Spring' }).check();
  await fan.page.getByRole('checkbox', { name: 'Summer' }).check();
  const query = await buyLink(fan);
  const [spring, summer] = goods.sku;
  expect(query).toMatchObject({ product_type: '3', bundle_count: '1' });
  expect(JSON.parse(query.sku ?? '')).toEqual([
    { sku_id: spring?.sku_id, count: 1 },
    { sku_id: summer?.sku_id, count: 1 },
  ]);
});

test('an event with two rounds: tickets are chosen by round', async () => {
  const { page, t } = creator;
  await goTo(page, '/edit/shop?product_type=4');
  await field(creator, t('catalog-editor:editor.name')).fill('Garden concert');
  await page.getByRole('button', { name: t('catalog-selling:rounds.add') }).click();
  const days = ['2031-05-01 20:00', '2031-05-02 20:00'];
  for (const [index, day] of days.entries()) {
    await page
      .getByLabel(t('catalog-selling:rounds.begin', { number: index + 1 }), { exact: true })
      .fill(day);
  }
  await page.getByRole('button', { name: t('catalog-selling:tickets.add') }).click();
  for (const [index, [name, price]] of [['Lawn', '30'] as const, ['Bench', '50'] as const].entries()) {
    await page.getByLabel(t('catalog-selling:tickets.kind'), { exact: true }).nth(index).fill(name);
    await page.getByLabel(t('catalog-editor:sku.price'), { exact: true }).nth(index).fill(price);
  }
  // Nothing is sent while a ticket has no round.
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.getByText(t('catalog-selling:error.chooseRound')).first().waitFor();
  for (const index of [0, 1]) {
    await page
      .getByRole('combobox', { name: t('catalog-selling:rounds.of') })
      .nth(index)
      .click();
    await page.getByRole('option').nth(index).click();
  }
  await publish(creator);

  await goTo(fan.page, `/a/offers${shops}?tab=shop`);
  await fan.page.getByRole('link', { name: 'Garden concert' }).click();
  await fan.page.getByRole('radio', { name: /Lawn/ }).waitFor();
  await fan.page.getByRole('radio', { name: /Bench/ }).waitFor({ state: 'detached' });
  await fan.page.getByText('2031年5月2日周五 20:00').click();
  await fan.page.getByRole('radio', { name: /Bench/ }).waitFor();
  expect(await buyLink(fan)).toMatchObject({ product_type: '4' });
});

test('limited-time price and member price are shown at the choice', async () => {
  const members = await putOnSale(creator, { name: 'Friends', product_type: 0, price: '30.00' });
  const plan = await putOnSale(creator, {
    name: 'Mug',
    product_type: 1,
    sku: [{ name: 'Blue', price: '40.00', stock: 3 }],
    vip_plan: members.plan_id,
    vip_price_discount: '0.5',
    has_time_limit_price: 1,
    time_limit_end: Math.floor(Date.now() / 1000) + 7_200,
    time_limit_price: '32.00',
  });
  await goTo(fan.page, `/item/${plan.plan_id}`);
  await fan.page.getByText('¥32.00').first().waitFor();
  await fan.page.getByRole('timer').waitFor();
  await fan.page
    .getByText(fan.t('catalog-item:price.membersShare', { name: 'Friends', less: '50%' }))
    .waitFor();
  expect(await buyLink(fan)).toMatchObject({ product_type: '1' });
});

test('plans are put in order by keyboard, by dragging and by the menu, and a fan sees that order', async () => {
  for (const name of ['Coffee', 'Dinner', 'Feast']) {
    await putOnSale(creator, { name, product_type: 0, price: '30.00' });
  }
  const { page, t } = creator;
  const namesIn = (where: Visitor) =>
    where.page
      .getByRole('article')
      .getByText(/^(Coffee|Dinner|Feast)$/)
      .allInnerTexts();
  const saved = async (names: string[]) => {
    await page
      .getByText(t('catalog-editor:order.saved', { names: names.join(t('catalog-editor:lacking.and')) }))
      .waitFor();
    await expect.poll(() => namesIn(creator)).toEqual(names);
  };
  const handle = (name: string, at: number) =>
    page.getByRole('button', { name: t('catalog-editor:order.handle', { name, at, count: 3 }) });
  await goTo(page, '/setting/plan');
  await tabTo(page, t('catalog-editor:order.handle', { name: 'Feast', at: 3, count: 3 }));
  await page.keyboard.press('ArrowUp');
  // The focus stays on what is moved.
  await handle('Feast', 2).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowUp');
  await saved(['Feast', 'Coffee', 'Dinner']);
  await handle('Coffee', 2).dragTo(handle('Dinner', 3));
  await saved(['Feast', 'Dinner', 'Coffee']);
  await page.getByRole('button', { name: t('catalog-editor:list.menuOf', { name: 'Feast' }) }).click();
  await page.getByRole('menuitem', { name: t('catalog-editor:order.down') }).click();
  await saved(['Dinner', 'Feast', 'Coffee']);
  await goTo(fan.page, `/a/offers${shops}/plan`);
  await expect.poll(() => namesIn(fan)).toEqual(['Dinner', 'Feast', 'Coffee']);
  // Below them, any amount.
  const custom = `${fan.t('catalog-creators:plan.sponsor')} ${fan.t('catalog-creators:custom.title')}`;
  await fan.page.getByRole('link', { name: custom }).click();
  await fan.page
    .getByRole('heading', { name: fan.t('orders-checkout:custom.to', { name: 'Ida Garden' }) })
    .waitFor();
});
