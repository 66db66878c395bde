import { beforeEach, expect, test } from 'vitest';
import { becomeCreator, type Person, putOnSale, somebody } from '#ops/actors/people.ts';
import { tabTo } from '../keyboard.ts';
import { signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

let shops = 0;
let slug: string;
let creator: Visitor;

beforeEach(async () => {
  if (stage.base() === '') return;
  shops += 1;
  slug = `ways${shops}`;
  creator = await stage.visitor({ language: 'en-US' });
  await signedUp(creator, somebody('Ida'));
  await becomeCreator(creator, { name: 'Ida Garden', url_slug: slug, category_id: 'painting' });
  await putOnSale(creator, { name: 'Tea', product_type: 0, price: '30.00' });
});

async function leave({ page, context }: Visitor): Promise<void> {
  // A page that stays open connects to its stream again, as a guest.
  await page.goto('about:blank');
  await context.clearCookies();
}

async function signInByPage({ page, t }: Visitor, { account, password }: Person): Promise<void> {
  await page.getByLabel(t('accounts:field.account')).fill(account);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('accounts:login.submit'), exact: true })
    .click();
}

/** After opening another page, the keyboard starts at its top. */
const startsAtTop = ({ page }: Visitor) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');

const searchOf = ({ page }: Visitor) => Object.fromEntries(new URL(page.url()).searchParams);

test('signing in leads back to where one was, with all that was chosen', async () => {
  const fan = await stage.visitor({ language: 'en-US' });
  const person = somebody('Noor');
  await signedUp(fan, person);
  await leave(fan);

  await fan.page.goto('/dashboard/order?status=2');
  await fan.page.waitForURL('/login?*');
  await signInByPage(fan, person);
  await fan.page.waitForURL('/dashboard/order?status=2');
  await fan.page.getByText(fan.t('orders:emptyStatus')).waitFor();
  await leave(fan);

  await fan.page.goto(`/a/${slug}/plan`);
  await fan.page.getByRole('link', { name: `${fan.t('catalog-creators:plan.sponsor')} Tea` }).click();
  await fan.page.getByRole('radio', { name: '6 months', exact: true }).click();
  await fan.page.getByRole('link', { name: fan.t('orders-buying:create.signIn') }).click();
  await signInByPage(fan, person);
  await fan.page.waitForURL('/order/create?*');
  expect(searchOf(fan)).toMatchObject({ month: '6' });
  await fan.page.getByRole('button', { name: /¥180\.00/ }).click();
  await fan.page.waitForURL('/cashier?*');
});

test('back and reload keep the filters of a page', async () => {
  const { page, t } = creator;
  await page.goto('/dashboard/stats');
  await page.getByText(t('stats:period.7'), { exact: true }).click();
  await page.waitForURL(/period=7/);
  await page
    .locator('label')
    .filter({ hasText: t('stats:chart.table') })
    .click();
  await page.getByRole('table').waitFor();
  await page.reload();
  await page.getByRole('table').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: t('stats:period.7') }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('row').count()).toBeLessThanOrEqual(9);
  await page.goBack();
  await page.getByRole('table').waitFor({ state: 'detached' });
  await expect.poll(() => searchOf(creator)).toEqual({ period: '7' });

  await page.goto('/dashboard/sponsored-bill?status=2&search_q=zzz');
  await page.reload();
  expect(searchOf(creator)).toMatchObject({ status: '2', search_q: 'zzz' });

  await page.goto('/explore');
  await page.getByRole('link', { name: 'Ida Garden' }).first().waitFor();
  await page.getByText(t('shell:category.music'), { exact: true }).click();
  await page.getByText(t('catalog-creators:explore.empty')).waitFor();
  await page.reload();
  await page.getByText(t('catalog-creators:explore.empty')).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Ida Garden' }).first().waitFor();
});

test('a purchase works by keyboard only, with visible focus', async () => {
  const fan = await stage.visitor({ language: 'en-US' });
  const { page, t } = fan;
  await signedUp(fan, somebody('Noor'));
  await page.goto(`/a/${slug}/plan`);
  await page.getByRole('heading', { name: 'Tea' }).waitFor();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await startsAtTop(fan);
  await tabTo(page, `${t('catalog-creators:plan.sponsor')} Tea`);
  await page.keyboard.press('Enter');
  await page.waitForURL('/order/create?*');
  await page.getByRole('button', { name: /¥30\.00/ }).waitFor();
  await startsAtTop(fan);
  await tabTo(page, /^1 month/);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /¥90\.00/ }).waitFor();
  await tabTo(page, /^Place order/);
  await page.keyboard.press('Enter');
  await page.waitForURL('/cashier?*');
  await startsAtTop(fan);
  await tabTo(page, t('orders-buying:cashier.success'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: t('orders-buying:check.paid') }).waitFor();
});

test('language and theme change immediately, without a reload, and persist', async () => {
  const { page, t } = creator;
  await page.goto(`/a/${slug}/plan`);
  await page.getByRole('link', { name: `${t('catalog-creators:plan.sponsor')} Tea` }).waitFor();
  const marked = () => page.evaluate(() => 'stayed' in window);
  const openMenu = () => page.getByRole('button', { name: /^Menu of | 的菜单$/ }).click();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const html = page.locator('html');
  expect(await html.getAttribute('lang')).toBe('en-US');

  await openMenu();
  await page.getByRole('menuitem', { name: '中文：切换到简体中文' }).click();
  await page.getByRole('link', { name: '赞助 Tea' }).waitFor();
  await page.getByRole('menuitem', { name: 'EN: switch to English' }).waitFor();
  expect(await html.getAttribute('lang')).toBe('zh-CN');

  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await page.getByRole('menuitem', { name: '切换到深色主题' }).click();
  await expect.poll(() => html.getAttribute('data-mantine-color-scheme')).toBe('dark');
  await expect.poll(colour).not.toBe(light);
  expect(await marked()).toBe(true);

  await page.reload();
  await openMenu();
  await page.getByRole('menuitem', { name: 'EN: switch to English' }).waitFor();
  expect(await marked()).toBe(false);
  expect(await html.getAttribute('lang')).toBe('zh-CN');
  await expect.poll(() => html.getAttribute('data-mantine-color-scheme')).toBe('dark');
});
