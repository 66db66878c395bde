import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { AccountKind } from '#services/modules/messages/account-name.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Vault } from './vault.ts';

/** A person's own email address and phone number, empty where there is none. */
export type OwnAddresses = (user: UserId) => Promise<Record<AccountKind, string>>;

export const ownAddresses =
  (pool: Pool, vault: Pick<Vault, 'read'>): OwnAddresses =>
  async (user) => {
    const logins = queriesOn(pool).selectFrom('accounts.logins').where('user_id', '=', user);
    const rows = await logins.selectAll().$narrowType<{ kind: AccountKind }>().execute();
    const texts = await vault.read(rows.map((row) => row.vault_ref));
    const found = { email: '', phone: '' };
    for (const { kind, vault_ref } of rows) found[kind] = texts.get(vault_ref) ?? '';
    return found;
  };
