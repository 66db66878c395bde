import { type AccountKind, type AccountName, accountName } from '#services/accounts/account-name.ts';
import { InvalidInput } from './input.ts';

/** The account that a field names. Throws InvalidInput when it is no e-mail address and no phone number. */
export function requireAccount(text: string, kind?: AccountKind): AccountName {
  const account = accountName(text, kind);
  if (account === undefined) {
    throw new InvalidInput([{ field: 'account', message: { key: text === '' ? 'required' : 'malformed' } }]);
  }
  return account;
}
