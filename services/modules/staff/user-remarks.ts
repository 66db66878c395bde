import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { Vault } from '../accounts/vault.ts';

/** Notes of admins about people, in the vault. */
export function openUserRemarks(pool: Pool, vault: Pick<Vault, 'put' | 'read' | 'forget'>) {
  return {
    /** Empty without one. */
    async of(user: UserId): Promise<string> {
      const found = queriesOn(pool).selectFrom('accounts.users').where('id', '=', user).select('remark_ref');
      const ref = (await found.executeTakeFirst())?.remark_ref;
      return ref == null ? '' : ((await vault.read([ref])).get(ref) ?? '');
    },
    /** Replaces it; an empty one removes it. */
    set: (user: UserId, remark: string): Promise<void> =>
      inTransaction(pool, async (client) => {
        const users = queriesOn(client).selectFrom('accounts.users').where('id', '=', user);
        const before = await users.select('remark_ref').forNoKeyUpdate().executeTakeFirst();
        const remark_ref = remark === '' ? null : await vault.put(user, 'remark', remark, client);
        await queriesOn(client)
          .updateTable('accounts.users')
          .set({ remark_ref })
          .where('id', '=', user)
          .execute();
        if (before?.remark_ref != null) await vault.forget([before.remark_ref], client);
      }),
  };
}
