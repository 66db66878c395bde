import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { somebody } from '#ops/actors/people.ts';
import { goTo } from '../going.ts';
import { signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

const STEP_MS = 30_000;
/** What an authenticator shows so many steps later; the next one is accepted, too. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

test.each([
  ['zh-CN', { width: 390 }],
  ['en-US', { width: 1440, theme: 'dark' as const }],
] as const)(
  'two-step verification is switched on, asked for, and switched off (%s)',
  async (language, look) => {
    const here = await stage.visitor({ language, ...look });
    const there = await stage.visitor({ language, ...look });
    const person = somebody('林间');
    await signedUp(here, person);
    const { page, t } = here;

    await goTo(page, '/setting/security');
    await page.getByRole('button', { name: t('accounts-security:totp.begin') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('accounts:code.send') }).click();
    await dialog.getByRole('button', { name: /\d{6}/ }).click();
    await seen(here, `confirm-by-mail-${language}`);
    await dialog.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true }).click();
    await page.getByRole('img', { name: t('accounts-security:totp.qr') }).waitFor();
    await seen(here, `set-up-codes-${language}`);
    const secret = (await page.locator('pre').textContent()) ?? '';
    await page.getByLabel(t('accounts-security:totp.code')).fill(codeOf(secret));
    await page.getByRole('button', { name: t('accounts-security:totp.confirm'), exact: true }).click();
    await page.getByText(t('accounts-security:recovery.once')).waitFor();
    await seen(here, `recovery-codes-${language}`);
    const codes = await page.locator('main code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: t('accounts-security:recovery.saved') }).click();
    await page.getByText(t('accounts-security:totp.since')).waitFor();
    await seen(here, `codes-on-${language}`);

    await goTo(there.page, '/login');
    await there.page.getByLabel(t('accounts:field.account')).fill(person.account);
    await there.page.getByLabel(t('accounts:field.password'), { exact: true }).fill(person.password);
    const enter = there.page.getByRole('button', { name: t('accounts:login.submit'), exact: true });
    await enter.click();
    const field = there.page.getByLabel(t('accounts-security:field.code'));
    await field.waitFor();
    // Who has lost the device learns what support needs.
    await there.page.getByText(t('accounts-security:signIn.lostText')).waitFor();
    await seen(there, `second-step-${language}`);
    await field.fill(codeOf(secret, 1));
    await enter.click();
    await there.page.waitForURL('/feed');

    // Another session is not confirmed yet.
    await goTo(there.page, '/setting/security');
    const remove = t('accounts-security:totp.remove');
    await there.page.getByRole('button', { name: remove }).click();
    const asking = there.page.getByRole('dialog');
    await asking.getByRole('button', { name: remove }).click();
    await asking.getByLabel(t('accounts-security:field.code')).fill(codes[0] ?? '');
    await seen(there, `confirm-by-code-${language}`);
    await asking.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true }).click();
    await there.page.getByRole('button', { name: t('accounts-security:totp.begin') }).waitFor();
    await page.goto('/setting/security');
    await page.waitForURL('**/login?**');
    here.troubles.splice(0);
  },
);
