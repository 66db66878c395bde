import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { goTo } from '../going.ts';
import { signedUp, signIn } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });
const NEW = 'a-newer-password';

test.each(['zh-CN', 'en-US'] as const)(
  'the password is changed under /setting/account, and other devices are signed out (%s)',
  async (language) => {
    const here = await stage.visitor({ language });
    const there = await stage.visitor({ language });
    const person = somebody('林间');
    await signedUp(here, person);
    await signIn(there, person);
    const { page, t } = here;
    await page.goto('/setting/account');
    await settled(page);
    const form = page.getByRole('region', { name: t('accounts:setting.password'), exact: true });
    const field = (name: 'oldPassword' | 'newPassword' | 'again') =>
      form.getByLabel(t(`accounts:field.${name}`), { exact: true });
    const fill = async (old: string, fresh: string, again: string) => {
      await field('oldPassword').fill(old);
      await field('newPassword').fill(fresh);
      await field('again').fill(again);
      await field('again').press('Enter');
    };

    // Each field shows its own error.
    await fill('', 'short', 'other');
    await form.getByText(t('accounts:error.noPassword')).waitFor();
    await form.getByText(t('accounts:error.password')).waitFor();
    await form.getByText(t('accounts:error.again')).waitFor();
    await fill('not-the-password', NEW, NEW);
    await expect
      .poll(() => field('oldPassword').getAttribute('data-invalid'), { message: 'the server says which' })
      .toBe('true');
    await seen(here, `password-wrong-${language}`);

    await fill(person.password, NEW, NEW);
    await page.getByText(t('accounts:setting.passwordChanged')).waitFor();
    await expect.poll(() => field('oldPassword').inputValue()).toBe('');
    await seen(here, `password-${language}`);

    await there.page.goto('/setting/account');
    await there.page.waitForURL('**/login?**');
    await signIn(there, { ...person, password: NEW });
    await page.reload();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/setting/account');
    await expect(signIn(there, person)).rejects.toThrow();
    there.troubles.splice(0);
    here.troubles.splice(0);
  },
);

test('a forgotten password leads back; another address needs no wait; a refused address is marked', async () => {
  const fan = await stage.visitor({ language: 'zh-CN' });
  const person = somebody('林间');
  await signedUp(fan, person);
  await call(fan, logout);
  const { page, t } = fan;
  await goTo(page, '/dashboard/sponsoring');
  await page.waitForURL('/login?*');
  await page.getByRole('link', { name: t('accounts:login.forgot') }).click();
  const account = page.getByLabel(t('accounts:field.account'));
  const send = page.getByRole('button', { name: t('accounts:code.send') });
  await account.fill('测试@例子');
  await send.click();
  await expect.poll(() => account.getAttribute('aria-invalid')).toBe('true');
  await account.fill(`x${person.account}`);
  await send.click();
  await send.waitFor({ state: 'detached' });
  await account.fill(person.account);
  await send.click();
  await send.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /\d{6}/ }).click();
  await page.getByRole('button', { name: t('accounts:forgot.submit') }).click();
  await page.getByLabel(t('accounts:field.newPassword')).fill(NEW);
  await page.getByRole('button', { name: t('accounts:reset.submit'), exact: true }).click();
  await page.waitForURL('/login?*');
  expect(new URL(page.url()).searchParams.get('back')).toBe('/dashboard/sponsoring');
});
