import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { countryName } from '#services/contract/delivery/countries.ts';
import { ipArea } from '#services/modules/accounts/sign-in/ip-area.ts';
import type { Language } from '../http/language.ts';

/** A person's latest sign-in; null without one. */
export async function lastSignInOf(
  { accounts }: Pick<Dependencies, 'accounts'>,
  user: UserId,
  language: Language,
) {
  const found = await accounts.signInAddresses.of(user);
  if (found === undefined) return null;
  const area = await ipArea(found.ip);
  return {
    ip: found.ip,
    ip_area: area === '' ? '' : countryName(area, language),
    time: Math.floor(found.at / 1000),
  };
}
