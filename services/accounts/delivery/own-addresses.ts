import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { AccountKind } from '../account-name.ts';
import type { Vault } from '../vault.ts';

/** A person's own e-mail address and phone number, empty where there is none. */
export type OwnAddresses = (user: UserId) => Promise<Record<AccountKind, string>>;

export const ownAddresses =
  (pool: Pool, vault: Pick<Vault, 'read'>): OwnAddresses =>
  async (user) => {
    const { rows } = await pool.query<{ kind: AccountKind; vault_ref: string }>(
      'SELECT kind, vault_ref FROM accounts.logins WHERE user_id = $1',
      [user],
    );
    const texts = await vault.read(rows.map((row) => row.vault_ref));
    const found = { email: '', phone: '' };
    for (const { kind, vault_ref } of rows) found[kind] = texts.get(vault_ref) ?? '';
    return found;
  };
