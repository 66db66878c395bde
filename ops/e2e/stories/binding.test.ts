import { expect, test } from 'vitest';
import { somebody } from '#ops/actors/people.ts';
import { goTo } from '../going.ts';
import { signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

/** Requests a code, and takes it from the sandbox's outbox. */
async function proveBy({ page, t }: Visitor, button: string): Promise<void> {
  await page.getByRole('button', { name: t('accounts:code.send') }).click();
  await page.getByRole('button', { name: /\d{6}/ }).click();
  await page.getByRole('button', { name: button, exact: true }).click();
}

test.each([
  ['zh-CN', { width: 390 }, '13800010001', '13800010002'],
  ['en-US', { width: 1440, theme: 'dark' as const }, '13800010003', '13800010004'],
] as const)(
  'a phone is added, signs in by a code, and is replaced by another (%s)',
  async (language, look, phone, another) => {
    const here = await stage.visitor({ language, ...look });
    const there = await stage.visitor({ language, ...look });
    const person = somebody('林间');
    await signedUp(here, person);
    const { page, t } = here;

    await goTo(page, '/setting/account');
    await page.getByRole('link', { name: t('accounts:setting.addPhone') }).click();
    await page.getByLabel(t('accounts:setting.phone'), { exact: true }).fill(phone);
    await seen(here, `bind-phone-${language}`);
    await proveBy(here, t('accounts:bind.submit'));
    await page.waitForURL('/setting/account');
    await page.getByText(`+86${phone}`).waitFor();
    await seen(here, `bound-${language}`);

    await goTo(there.page, '/login');
    await there.page.getByRole('link', { name: t('accounts:login.byCode') }).click();
    await there.page.getByLabel(t('accounts:field.account')).fill(phone);
    await seen(there, `login-by-code-${language}`);
    await proveBy(there, t('accounts:login.submit'));
    await there.page.waitForURL('/feed');

    await page.getByRole('link', { name: t('accounts:setting.changePhone') }).click();
    await page.getByRole('heading', { name: t('accounts:bind.changePhone') }).waitFor();
    // The phone is lost: the email address proves the person.
    await page.getByText(t('accounts:setting.email'), { exact: true }).click();
    await page.getByText(person.account).first().waitFor();
    await seen(here, `change-phone-${language}`);
    await proveBy(here, t('accounts:bind.next'));
    await page.getByRole('heading', { name: t('accounts:bind.newPhone') }).waitFor();
    await page.getByLabel(t('accounts:setting.phone'), { exact: true }).fill(another);
    await seen(here, `new-phone-${language}`);
    await proveBy(here, t('accounts:bind.change'));
    await page.waitForURL('/setting/account');
    await page.getByText(`+86${another}`).waitFor();
    await there.page.goto('/setting/account');
    await there.page.waitForURL('**/login?**');
    there.troubles.splice(0);
  },
);

test('a reload in the middle of a change begins it again; a link with a token asks first', async () => {
  const here = await stage.visitor({ language: 'zh-CN' });
  const person = somebody('林间');
  await signedUp(here, person);
  const { page, t } = here;
  await goTo(page, '/bind?type=new_email');
  await page.getByRole('heading', { name: t('accounts:bind.changeEmail') }).waitFor();
  expect(new URL(page.url()).searchParams.get('type')).toBe('old_email');

  const guest = await stage.visitor({ language: 'zh-CN' });
  const cookies = await here.context.cookies();
  const token = cookies.find(({ name }) => name === 'auth_token')?.value ?? '';
  await guest.page.goto(`/feed?atn=${encodeURIComponent(token)}`);
  await guest.page.getByRole('heading', { name: t('accounts:enter.title') }).waitFor();
  await seen(guest, 'login-by-link');
  await guest.page.getByRole('button', { name: t('accounts:enter.submit'), exact: true }).click();
  await guest.page.waitForURL((url) => url.pathname === '/feed');
  expect(guest.page.url()).not.toContain('atn');
  await goTo(guest.page, '/setting/account');
  await guest.page.getByText(person.account).first().waitFor();
  guest.troubles.splice(0);
});
