import { Secret, TOTP } from 'otpauth';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import { confirmTotp, sendConfirmCode, setUpTotp } from '#services/contract/accounts/factors.ts';
import { CONFIRM_HEADER } from '#services/contract/endpoint.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import type { Servers } from './servers.ts';
import type { TestApi, TestUser } from './test-api.ts';

const STEP_MS = 30_000;

export const confirmedBy = (code: string) => ({ [CONFIRM_HEADER]: code });

/** Moves the clock on. */
export const pass = ({ deps: { clock } }: TestApi, ms: number) => clock.setOffset(clock.offset + ms);

/** Gives the second server, which has a clock of its own, the time of the first. */
export const atOneTime = (servers: Servers) => servers.deps(1).clock.setOffset(servers.deps(0).clock.offset);

/** What an authenticator shows at the API's time. */
export const shownCode = ({ deps: { clock } }: TestApi, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: clock.now(),
  });

/** Newer than every code that was shown before. */
export function nextCode(api: TestApi, secret: string): string {
  pass(api, STEP_MS);
  return shownCode(api, secret);
}

export const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

/** Requests a code to the person's own address, and reads it. */
export async function mailedCode(api: TestApi, user: TestUser): Promise<string> {
  pass(api, 180_000);
  await api.data(sendConfirmCode, { account_type: 'email' }, user);
  const { account } = await api.data(getMyAccount, {}, user);
  const { list } = await api.data(sandboxOutbox, { account: account.email });
  const found = list.find(({ code }) => code !== '');
  if (!found) throw new Error('no code was sent');
  return found.code;
}

/** Switches codes of an authenticator on, as the security page does. */
export async function withTotp(api: TestApi, user: TestUser) {
  const headers = confirmedBy(await mailedCode(api, user));
  const { secret } = await api.data(setUpTotp, {}, user, headers);
  const { recovery_codes } = await api.data(confirmTotp, { code: shownCode(api, secret) }, user);
  return { secret, recovery_codes };
}
