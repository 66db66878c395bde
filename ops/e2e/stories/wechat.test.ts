import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test.each([
  ['zh-CN', { width: 390 }],
  ['en-US', { width: 1440, theme: 'dark' as const }],
] as const)(
  'a WeChat account that waits in this tab is linked to nobody who is not asked (%s)',
  async (language, look) => {
    const here = await stage.visitor({ language, ...look });
    const person = somebody('林间');
    await signedUp(here, person);
    await call(here, logout);
    const { page, t } = here;
    const stored = () => page.evaluate(() => sessionStorage.getItem('mp_token'));

    // Somebody else came from WeChat before, and left.
    await page.goto('/login?fr=wx');
    await page.evaluate(() => {
      sessionStorage.setItem('mp_token', 'of somebody else');
      sessionStorage.setItem('mp_name', '小明');
    });
    await page.getByLabel(t('accounts:field.account')).fill(person.account);
    await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(person.password);
    await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
    await page.getByText('小明').waitFor();
    await seen(here, `wechat-question-${language}`);

    const link = page.getByRole('button', { name: t('accounts:wechat.link'), exact: true });
    await link.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('accounts:code.send') }).click();
    await dialog.getByRole('button', { name: /\d{6}/ }).click();
    await dialog.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true }).click();
    // The token is invented.
    await page.locator('main').getByRole('alert').waitFor();
    await seen(here, `wechat-refused-${language}`);
    await page.getByRole('button', { name: t('accounts:wechat.skip') }).click();
    await page.waitForURL('**/feed');
    expect(await stored()).toBeNull();
  },
);

test.each([
  ['zh-CN', { width: 390, theme: 'dark' as const }],
  ['en-US', { width: 1440 }],
] as const)(
  'a sign-in by code links WeChat only if that is chosen, and asks again if it could not (%s)',
  async (language, look) => {
    const here = await stage.visitor({ language, ...look });
    const person = somebody('林间');
    await signedUp(here, person);
    await call(here, logout);
    const { page, t } = here;
    await page.goto('/login?fr=wx&type=mobile');
    await page.evaluate(() => {
      sessionStorage.setItem('mp_token', 'invented');
      sessionStorage.setItem('mp_name', '小明');
    });
    await page.reload();
    const links = page.getByRole('checkbox', { name: t('accounts:wechat.linkHere', { name: '小明' }) });
    await links.waitFor();
    expect(await links.isChecked()).toBe(false);
    await links.check();
    await page.getByLabel(t('accounts:field.account')).fill(person.account);
    await page.getByRole('button', { name: t('accounts:code.send') }).click();
    await page.getByRole('button', { name: /\d{6}/ }).click();
    await seen(here, `wechat-code-${language}`);
    await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
    await page.getByRole('button', { name: t('accounts:wechat.skip') }).click();
    await page.waitForURL('**/feed');
  },
);
