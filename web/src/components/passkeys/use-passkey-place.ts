import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../shell/config-query.ts';

/**
 * Whether this page can use passkeys: `here`; `elsewhere`: only pages at `origin` can; `nowhere`: the browser or the
 * installation has none. Undefined until it is known.
 */
export function usePasskeyPlace(): { place: 'here' | 'elsewhere' | 'nowhere'; origin: string } | undefined {
  const { data } = useQuery(configQuery);
  if (data === undefined) return undefined;
  const { passkey_origin: origin } = data;
  if (origin === '' || typeof PublicKeyCredential === 'undefined') return { place: 'nowhere', origin };
  return { place: origin === location.origin ? 'here' : 'elsewhere', origin };
}

export const useHasPasskeys = (): boolean => usePasskeyPlace()?.place === 'here';
