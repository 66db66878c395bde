import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, putOnSale, somebody } from '#ops/actors/people.ts';
import { revokeOtherSessions } from '#services/contract/accounts/sessions.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { goTo } from '../going.ts';
import { accessible } from '../page-checks.ts';
import { newCreator, signedUp, signIn } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

/** One more than a browser has connections to a site. */
const WINDOWS = 7;

test('seven windows share one live stream, also when the one that holds it is closed', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '七扇窗', 'sevenwindows');
  const plan = await putOnSale(creator, { name: '咖啡', product_type: 0, price: '5.00' });
  /** The windows that opened a stream, in their order. */
  const holders: Page[] = [];
  creator.context.on('request', (request) => {
    if (new URL(request.url()).pathname === LIVE_PATHS.own) holders.push(request.frame().page());
  });
  let windows = [creator.page];
  while (windows.length < WINDOWS) windows.push(await creator.context.newPage());
  for (const page of windows) await goTo(page, '/dashboard/sponsored-bill');
  const orders = (page: Page) => page.getByText('咖啡').count();
  await expect.poll(() => holders.length).toBe(1);

  const fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('阿岚'));
  await bought(fan, { plan_id: plan.plan_id, product_type: 0, month: 1 });
  for (const page of windows) await expect.poll(() => orders(page)).toBeGreaterThan(0);

  const [holder] = holders;
  windows = windows.filter((page) => page !== holder);
  const before = await orders(windows[0]!);
  await holder?.close();
  await expect.poll(() => holders.length).toBe(2);
  await bought(fan, { plan_id: plan.plan_id, product_type: 0, month: 1 });
  for (const page of windows) await expect.poll(() => orders(page)).toBeGreaterThan(before);
  expect(holders).toHaveLength(2);
  expect(windows).toContain(holders[1]);
});

test.each(['zh-CN', 'en-US'] as const)(
  'a page of another account asks, and sends nothing (%s)',
  async (language) => {
    const visitor = await stage.visitor({ language, width: language === 'zh-CN' ? 390 : 1440 });
    const { page, context, t } = visitor;
    const [first, second] = [somebody('林间'), somebody('Noor')];
    await signedUp(visitor, first);
    await goTo(page, '/setting/account');
    const name = page.getByRole('textbox', { name: t('accounts:field.name') });
    await name.fill('想好的名字');

    const elsewhere = await context.newPage();
    await signedUp({ ...visitor, page: elsewhere }, second);
    const sent = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: t('shell:action.save') }).click();
    expect(await (await sent).json()).toMatchObject({ ec: 40105 });
    const dialog = page.getByRole('dialog', { name: t('shell:otherPerson.title') });
    await dialog.getByText('林间').waitFor();
    expect(await accessible(page)).toEqual([]);
    await dialog.getByRole('button', { name: t('shell:otherPerson.stay') }).click();
    expect(await name.inputValue()).toBe('想好的名字');

    // The page of the other window tells this one without a call.
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Noor');
    await signedUp({ ...visitor, page: elsewhere }, somebody('Mo'));
    await goTo(elsewhere, '/setting/account');
    await dialog.getByText('Noor').waitFor();
  },
);

test('lists that are refused at once lead to sign-in, and it leads back to them', async () => {
  const here = await stage.visitor({ language: 'zh-CN' });
  const there = await stage.visitor({ language: 'zh-CN' });
  const person = somebody('断线');
  await signedUp(here, person);
  const { page, t } = here;
  await goTo(page, '/dashboard/order');
  await signIn(there, person);
  await call(there, revokeOtherSessions);
  // The window comes back later: all that it shows is read again.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await page.waitForURL('/login?*');
  // The browser itself may have tried to open the stream of the ended session.
  here.troubles.splice(0);
  expect(new URL(page.url()).searchParams.get('back')).toBe('/dashboard/order');
  await page.getByLabel(t('accounts:field.account')).fill(person.account);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.waitForURL('/dashboard/order');
});
