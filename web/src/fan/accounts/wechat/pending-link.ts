/** Overview specification 3. */
const TOKEN_KEY = 'mp_token';
const NAME_KEY = 'mp_name';
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

/** A person of WeChat without an account here, who can be linked for ten minutes. */
interface PendingLink {
  mp_token: string;
  /** As the person is called at WeChat; empty: unknown. */
  name: string;
}

export function pendingLink(): PendingLink | undefined {
  const mp_token = stored(TOKEN_KEY);
  return mp_token === undefined ? undefined : { mp_token, name: stored(NAME_KEY) ?? '' };
}
export function rememberLink(pending: PendingLink | undefined): void {
  store(TOKEN_KEY, pending?.mp_token);
  store(NAME_KEY, pending?.name);
}
