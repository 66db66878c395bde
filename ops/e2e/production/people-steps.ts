import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { until } from '#ops/actors/until.ts';
import { goTo } from '../going.ts';
import type { Visitor } from '../visitor.ts';
import type { Installation } from './installation.ts';

/** Somebody with a window. */
export interface Someone extends Visitor {
  account: string;
  name: string;
  password: string;
}

/** Requests a code by the button, and enters the one that arrives. */
async function enterCode({ t }: Visitor, on: Page | Locator, arrival: () => Promise<string>): Promise<void> {
  await on.getByRole('button', { name: t('accounts:code.send') }).click();
  await on.getByLabel(t('accounts:field.code')).fill(await arrival());
}

/** Registers by a mailed code. */
export async function register(at: Installation, someone: Someone): Promise<void> {
  const { page, t, account, name, password } = someone;
  await page.goto('/reg');
  await page.getByLabel(t('accounts:field.account')).fill(account);
  await enterCode(someone, page, () => at.mailedCode(account));
  await page.getByRole('textbox', { name: t('accounts:field.name'), exact: true }).fill(name);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('accounts:reg.submit'), exact: true }).click();
  await page.waitForURL('/feed');
}

/** Adds a phone number by a text message. */
export async function bindPhone(at: Installation, someone: Someone, phone: string): Promise<void> {
  const { page, t } = someone;
  await goTo(page, '/setting/account');
  await page.getByRole('link', { name: t('accounts:setting.addPhone') }).click();
  await page.getByLabel(t('accounts:setting.phone'), { exact: true }).fill(phone);
  await enterCode(someone, page, () => at.textedCode(phone));
  await page.getByRole('button', { name: t('accounts:bind.submit'), exact: true }).click();
  await page.waitForURL('/setting/account');
  await page.getByText(`+86${phone}`).waitFor();
}

/** In the dialog that asks for a code: the mailed one. */
export async function confirmByMail(at: Installation, someone: Someone): Promise<void> {
  const { page, t, account } = someone;
  const dialog = page.getByRole('dialog', { name: t('accounts-security:confirm.title') });
  await enterCode(someone, dialog, () => at.mailedCode(account));
  await dialog.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const STEP_MS = 30_000;

/** An authenticator: each code is another one, as the server demands. */
export function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let shown = '';
  return {
    /** @param ahead_ms of the server's clock */
    async next(ahead_ms = 0): Promise<string> {
      const codes = () =>
        [0, STEP_MS].map((step) => totp.generate({ timestamp: Date.now() + ahead_ms + step }));
      const fresh = (): string | undefined => {
        const [present = '', following = ''] = codes();
        if (shown === '') return present;
        if (present === shown) return following;
        return following === shown ? undefined : present;
      };
      await until('the authenticator shows another code', async () => fresh() !== undefined);
      shown = fresh() ?? '';
      return shown;
    },
  };
}

/** Switches two-step verification on. @returns the secret */
export async function setUpCodes(
  at: Installation,
  someone: Someone,
): Promise<ReturnType<typeof authenticator>> {
  const { page, t } = someone;
  await page.goto('/setting/security');
  await page.getByRole('button', { name: t('accounts-security:totp.begin') }).click();
  await confirmByMail(at, someone);
  await page.getByRole('img', { name: t('accounts-security:totp.qr') }).waitFor();
  const codes = authenticator((await page.locator('pre').textContent()) ?? '');
  await page.getByLabel(t('accounts-security:totp.code')).fill(await codes.next());
  await page.getByRole('button', { name: t('accounts-security:totp.confirm'), exact: true }).click();
  await page.getByText(t('accounts-security:recovery.once')).waitFor();
  await page.getByRole('button', { name: t('accounts-security:recovery.saved') }).click();
  await page.getByText(t('accounts-security:totp.since')).waitFor();
  return codes;
}

/** A member of finance signs in with password and authenticator. */
export async function signInWithCode(someone: Someone, code: () => Promise<string>): Promise<void> {
  const { page, t, account, password } = someone;
  await page.goto('/login');
  await page.getByLabel(t('accounts:field.account')).fill(account);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(password);
  const enter = page.getByRole('button', { name: t('accounts:login.submit'), exact: true });
  await enter.click();
  await page.getByLabel(t('accounts-security:field.code')).fill(await code());
  await enter.click();
  await page.waitForURL('/finance');
}
