import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { goodsForm, putOnSale, somebody } from '#ops/actors/people.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { listRedeemBatches, listRedeemCodes, makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'shared' });

/** A creator with keys and cards on sale. */
async function openShop(creator: Visitor, url_slug: string): Promise<string> {
  await newCreator(creator, 'Ida Garden', url_slug);
  const plan = await putOnSale(
    creator,
    goodsForm(
      'Garden keys',
      { name: 'Gate', price: '12.00', stock: 5 },
      { name: 'Shed', price: '8.00', stock: 5 },
    ),
  );
  return plan.plan_id;
}

/** Makes codes on the screen. Answers them as they are shown. */
async function makeCodes({ page, t }: Visitor, plan_id: string, num: number): Promise<string[]> {
  await goTo(page, `/setting/redeem?plan_id=${plan_id}`);
  await page.getByText(t('redeem:make.missing.num')).waitFor();
  await page.getByLabel(t('redeem:make.num')).fill(String(num));
  await page.getByRole('button', { name: t('redeem:make.submit') }).click();
  const dialog = page.getByRole('dialog', { name: t('redeem:make.done', { count: num }) });
  const text = await dialog.getByRole('region', { name: t('redeem:title') }).textContent();
  await dialog.getByRole('button', { name: t('shell:action.close') }).click();
  await dialog.waitFor({ state: 'hidden' });
  return (text ?? '').split('\n').filter((line) => line !== '');
}

const linkOf = async (creator: Visitor, code: string): Promise<string> => {
  const { list } = await call(creator, listRedeemBatches);
  const { list: codes } = await call(creator, listRedeemCodes, { batch_id: list[0]?.batch_id ?? '' });
  return `/redeem/${codes.find((one) => one.code === code)?.redeem_id}`;
};

test('a creator hands a code on, a fan redeems it, and the creator sees it used', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const plan_id = await openShop(creator, 'redeemgarden');
  const codes = await makeCodes(creator, plan_id, 3);
  expect(codes).toHaveLength(3);
  const [code = '', typed = ''] = codes;
  const open = await linkOf(creator, code);

  const fan = await stage.visitor({ language: 'en-US' });
  const lin = somebody('Lin');
  await signedUp(fan, lin);
  await call(fan, logout);

  // The link carries the code over the sign-in.
  await goTo(fan.page, `${open}#${code}`);
  await fan.page.getByRole('heading', { name: 'Garden keys' }).waitFor();
  await fan.page.getByRole('link', { name: fan.t('redeem:fan.signIn') }).click();
  await fan.page.getByLabel(fan.t('accounts:field.account')).fill(lin.account);
  const password = fan.page.getByLabel(fan.t('accounts:field.password'), { exact: true });
  await password.fill('not-the-password');
  await password.press('Enter');
  await expect.poll(() => password.getAttribute('data-invalid')).toBe('true');
  await password.fill(lin.password);
  await fan.page.getByRole('button', { name: fan.t('accounts:login.submit') }).click();
  const field = fan.page.getByLabel(fan.t('redeem:fan.code'));
  await expect.poll(() => field.inputValue()).toBe(code);
  // What refused the wrong password is no longer told.
  await expect.poll(() => fan.page.locator('.mantine-Notification-root').count(), { timeout: 1_500 }).toBe(0);
  const submit = fan.page.getByRole('button', { name: fan.t('redeem:fan.submit') });
  await expect.poll(() => submit.isDisabled()).toBe(true);
  await fan.page.getByText(fan.t('redeem:fan.missing.choice')).waitFor();
  await fan.page.getByRole('radio', { name: /Shed/ }).click();
  await submit.click();
  await fan.page.waitForURL('/order/check?*');
  await fan.page.getByRole('heading', { name: fan.t('orders-buying:check.redeemed') }).waitFor();
  await fan.page.getByText(fan.t('orders-buying:check.redeemTime')).waitFor();

  // The creator's open page updates itself.
  const row = creator.page.getByRole('row').filter({ hasText: 'Garden keys' });
  const used = row.getByRole('cell').nth(3);
  await used.getByText('1', { exact: true }).waitFor();

  // Another spelling is the same code; a used code is refused.
  const second = await linkOf(creator, typed);
  await goTo(fan.page, '/redeem');
  const find = fan.page.getByRole('button', { name: fan.t('redeem:fan.find') });
  await field.fill('NOSUCHCODE');
  await find.click();
  await fan.page.getByText('no longer valid', { exact: false }).waitFor();
  await field.fill(typed.toLowerCase().replaceAll('-', ' '));
  await find.click();
  await fan.page.getByRole('heading', { name: 'Garden keys' }).waitFor();
  await fan.page.getByRole('radio', { name: /Gate/ }).click();
  await fan.page.getByRole('button', { name: fan.t('redeem:fan.submit') }).click();
  await fan.page.waitForURL('/order/check?*');
  await goTo(fan.page, second);
  await fan.page.getByText(fan.t('redeem:fan.over.used')).waitFor();

  // The rest is withdrawn, and cannot be used.
  await creator.page
    .getByRole('button', { name: creator.t('redeem:list.showOf', { name: 'Garden keys' }) })
    .click();
  const drawer = creator.page.getByRole('dialog');
  await drawer.getByRole('button', { name: creator.t('redeem:codes.revokeAll') }).click();
  await creator.page.getByRole('button', { name: creator.t('redeem:codes.revokeYes'), exact: true }).click();
  await creator.page.getByText(creator.t('redeem:codes.revoked', { count: 1 })).waitFor();
  await drawer.getByText(creator.t('redeem:status.revoked')).nth(1).waitFor();
});

test('its pages fit, can be read and report no error', async () => {
  const creator = await stage.visitor({ language: 'zh-CN', theme: 'dark' });
  const plan_id = await openShop(creator, 'redeemmeadow');
  const batch = { plan_id, num: 2, uses: 3, valid_until: Math.floor(Date.now() / 1000) + 86_400 };
  const made = await call(creator, makeRedeemCodes, batch);
  await call(creator, listRedeemBatches, { min_position: made.position });
  const fan = await stage.visitor({ language: 'zh-CN', theme: 'light' });
  await signedUp(fan, somebody('Lin'));
  const gift = { name: 'redeem', path: `/redeem/${made.list[0]?.redeem_id}` };
  expect(await walk(fan, [gift])).toEqual([]);
  expect(await walk(creator, [{ name: 'redeem-codes', path: '/setting/redeem' }])).toEqual([]);
});

test('a creator is certified', async () => {
  const creator = await stage.visitor({ language: 'en-US', width: 390 });
  await newCreator(creator, 'Ida Lake', 'redeemlake');
  const { page, t } = creator;
  await goTo(page, '/setting/creator');
  await page.getByRole('link', { name: t('accounts-certification:link') }).click();
  await page
    .getByLabel(t('accounts-certification:form.url'), { exact: true })
    .fill('https://example.com/ida');
  await page.getByRole('button', { name: t('accounts-certification:form.submit') }).click();
  await page.getByText(t('accounts-certification:status.approvedText')).waitFor();
  await goTo(page, '/setting/creator');
  await page.getByRole('button', { name: t('creator:page.save') }).waitFor();
  await page.getByRole('link', { name: t('accounts-certification:link') }).waitFor({ state: 'detached' });
});
