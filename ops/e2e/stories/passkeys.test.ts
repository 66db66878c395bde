import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { byBrowser } from '#ops/actors/by-browser.ts';
import { type Person, somebody } from '#ops/actors/people.ts';
import { openStaff } from '#services/modules/staff/staff.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { leavePages } from '../going.ts';
import { signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';
import { usedUp, type Visitor, type VisitorOptions } from '../visitor.ts';

const stage = onStage({ database: 'throwaway', secondFactor: true });

/** The same machine by its name: browsers make no passkeys for a number. */
const named = () => stage.base().replace('127.0.0.1', 'localhost');

async function visitor(look: VisitorOptions): Promise<Visitor> {
  const found = await stage.visitor(look);
  // It has an authenticator, and data of another origin.
  usedUp(found);
  const base = named();
  const { send } = byBrowser(base, found.context.request);
  return { ...found, base, send: (request) => send({ ...request, url: new URL(request.url, base).href }) };
}

const goTo = (page: Page, path: string) => page.goto(named() + path);

/** An authenticator that verifies its person, as that of a phone. */
async function withAuthenticator({ context, page }: Visitor) {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** False: the person does not touch it. */
    touches: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

/** Adds a passkey, confirmed by a mailed code, and notes the recovery codes down. */
async function addFirst(one: Visitor, name: string, language: string): Promise<void> {
  const { page, t } = one;
  await goTo(page, '/setting/security');
  await page.getByLabel(t('accounts-security:passkey.name')).fill(name);
  await page.getByRole('button', { name: t('accounts-security:passkey.add'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('accounts:code.send') }).click();
  await dialog.getByRole('button', { name: /\d{6}/ }).click();
  await dialog.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true }).click();
  await page.getByText(t('accounts-security:recovery.once')).waitFor();
  expect(await page.locator('main code').allInnerTexts()).toHaveLength(10);
  await page.getByRole('button', { name: t('accounts-security:recovery.saved') }).click();
  await page.getByText(name, { exact: true }).waitFor();
  await seen(one, `passkeys-${language}`);
}

/** Open pages would ask again and again for what only members get. */
async function signedOut({ context, page }: Visitor): Promise<void> {
  await leavePages(page);
  await context.clearCookies();
}

async function typePassword({ page, t }: Visitor, person: Person): Promise<void> {
  await page.getByLabel(t('accounts:field.account')).fill(person.account);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
}

test.each([
  ['zh-CN', { width: 390 }],
  ['en-US', { width: 1440, theme: 'dark' as const }],
] as const)(
  'an admin adds a passkey, signs in with it alone and as the second step, and confirms a role (%s)',
  async (language, look) => {
    const admin = await visitor({ language, ...look });
    const person = somebody('管理员');
    const other = somebody('小满');
    await signedUp(await visitor({ language }), other);
    const { user_id } = await signedUp(admin, person);
    await openStaff(stage.database(), systemClock).grant(asUserId(user_id), 'admin');
    const { page, t } = admin;
    const authenticator = await withAuthenticator(admin);

    await addFirst(admin, '我的手机', language);

    // Alone: the page asks the browser to offer it at the field, which this authenticator accepts at once.
    await signedOut(admin);
    await goTo(page, '/login');
    await page.waitForURL((url) => url.pathname !== '/login');

    // Alone, by the button.
    await signedOut(admin);
    await authenticator.touches(false);
    await goTo(page, '/login');
    const byPasskey = page.getByRole('button', { name: t('accounts-security:passkey.signIn') });
    await byPasskey.waitFor();
    await seen(admin, `passkey-login-${language}`);
    await authenticator.touches(true);
    await byPasskey.click();
    await page.waitForURL((url) => url.pathname !== '/login');

    // As the second step.
    await signedOut(admin);
    await authenticator.touches(false);
    await goTo(page, '/login');
    await typePassword(admin, person);
    const use = page.getByRole('button', { name: t('accounts-security:passkey.use') });
    await use.waitFor();
    await page.getByLabel(t('accounts-security:field.recoveryCode')).waitFor();
    await seen(admin, `passkey-second-step-${language}`);
    await authenticator.touches(true);
    await use.click();
    await page.waitForURL((url) => url.pathname !== '/login');

    // A staff act is confirmed by it.
    await goTo(page, '/admin/staff');
    await page.getByRole('button', { name: t('staff:grant.open') }).click();
    const giving = page.getByRole('dialog', { name: t('staff:grant.title') });
    await giving.getByLabel(t('staff:grant.account')).fill(other.account);
    await giving.getByLabel(t('staff:reason.label')).fill('新同事');
    await authenticator.touches(false);
    await giving.getByRole('button', { name: t('staff:grant.yes') }).click();
    const asking = page.getByRole('dialog', { name: t('accounts-security:confirm.title') });
    const confirm = asking.getByRole('button', { name: t('accounts-security:passkey.use') });
    await confirm.waitFor();
    await seen(admin, `passkey-confirm-${language}`);
    await authenticator.touches(true);
    await confirm.click();
    await giving.waitFor({ state: 'hidden' });
    await page.getByText('新同事').first().waitFor();

    await goTo(page, '/setting/security');
    const renamed = `${'工作手机'.repeat(9)} 2`;
    await page
      .getByRole('button', { name: t('accounts-security:passkey.renameNamed', { name: '我的手机' }) })
      .click();
    const renaming = page.getByRole('dialog');
    const field = renaming.getByLabel(t('accounts-security:passkey.newName'));
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill(renamed);
    await seen(admin, `passkey-rename-${language}`);
    await renaming.getByRole('button', { name: t('shell:action.save') }).click();
    await page.getByText(renamed, { exact: true }).waitFor();
    await renaming.waitFor({ state: 'hidden' });
    await seen(admin, `passkey-renamed-${language}`);

    // The last factor of staff is removed: the desk is closed.
    const remove = t('accounts-security:passkey.remove');
    await page
      .getByRole('button', { name: t('accounts-security:passkey.removeNamed', { name: renamed }) })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: remove, exact: true }).click();
    await page.getByRole('button', { name: t('accounts-security:totp.begin') }).waitFor();
    await expect.poll(() => page.getByText(renamed, { exact: true }).count()).toBe(0);
  },
);
