import {
  addPasskey,
  type PasskeyRequest,
  passkeyForConfirm,
  passkeyForSignIn,
  setUpPasskey,
  signInByPasskey,
} from '#services/contract/accounts/passkeys.ts';
import { PASSKEY_CONFIRM } from '#services/contract/endpoint.ts';
import { confirmedBy, mailedCode } from './second-factor.ts';
import { sent } from './sent.ts';
import { type SoftAuthenticator, softAuthenticator, type Wrong } from './soft-authenticator.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** The header of a call that a signature confirms. */
export const signedBy = (signature: object) =>
  confirmedBy(PASSKEY_CONFIRM + Buffer.from(JSON.stringify(signature)).toString('base64url'));

/** A signature that confirms a call in this session. */
export async function confirmingSignature(
  api: TestApi,
  user: TestUser,
  authenticator: SoftAuthenticator,
  wrong?: Wrong,
) {
  return authenticator.sign(await api.data(passkeyForConfirm, {}, user), wrong);
}

/** Adds a passkey, as the security page does. @param headers confirm it; default: a mailed code */
export async function withPasskey(api: TestApi, user: TestUser, headers?: Readonly<Record<string, string>>) {
  const authenticator = softAuthenticator();
  const confirmed = headers ?? confirmedBy(await mailedCode(api, user));
  const options = await api.data(setUpPasskey, {}, user, confirmed);
  const credential = authenticator.create(options);
  const { recovery_codes } = await api.data(addPasskey, { name: '我的手机', credential }, user);
  return { authenticator, recovery_codes };
}

/** A challenge to sign in by, and the cookie of the browser that got it. */
export async function challengeFor({ app }: TestApi, half_token?: string) {
  const payload = half_token === undefined ? {} : { half_token };
  const answer = await sent<PasskeyRequest>(app, { method: 'POST', url: passkeyForSignIn.path, payload });
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { ...answer, cookie };
}

/** Sends a signature from a browser. */
export const enterBy = ({ app }: TestApi, body: { credential: object; half_token?: string }, cookie = '') =>
  sent<{
    auth_token?: string;
    user?: { user_id: string };
    errors?: { field: string; message: string }[];
  }>(app, { method: 'POST', url: signInByPasskey.path, payload: body, headers: { cookie } });
