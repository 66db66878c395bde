import type { QueryClient } from '@tanstack/react-query';
import { bindWechat } from '#services/contract/accounts/messenger.ts';
import { call } from '../../../api/client.ts';

/** Overview specification 3. */
const TOKEN_KEY = 'mp_token';
const BACK_KEY = 'wechat_back';

/** Of this tab: WeChat leads back to it. */
const stored = (key: string): string | undefined => {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // storage is disabled in the browser: WeChat is not linked, signing in goes on
  }
};
const store = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // as above
  }
};

export const rememberBack = (back: string | undefined): void => store(BACK_KEY, back);
export const rememberedBack = (): string | undefined => stored(BACK_KEY);
export const rememberToken = (token: string): void => store(TOKEN_KEY, token);

/** Links the person of WeChat who waits for it. The token may be too old meanwhile: then nothing is linked. */
export async function linkPending(client: QueryClient): Promise<void> {
  const mp_token = stored(TOKEN_KEY);
  if (mp_token === undefined) return;
  store(TOKEN_KEY, undefined);
  await call(bindWechat, { mp_token }).catch(() => undefined);
  await client.invalidateQueries();
}
