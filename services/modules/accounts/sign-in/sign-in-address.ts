import { isIP } from 'node:net';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockPerson } from '../person-lock.ts';
import type { Vault } from '../vault.ts';

export interface SignInAddress {
  ip: string;
  at: Millis;
}

/** The IP address of each person's latest sign-in, in the vault. An earlier one is removed. */
export function openSignInAddresses(pool: Pool, vault: Pick<Vault, 'put' | 'read' | 'forget'>, clock: Clock) {
  return {
    /** What is no address is not stored. Nothing for a person who was erased meanwhile. */
    async record(user: UserId, ip: string): Promise<void> {
      if (isIP(ip) === 0) return;
      await inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const seen = queriesOn(client).selectFrom('accounts.last_seen').where('user_id', '=', user);
        const before = await seen.select('ip_ref').executeTakeFirst();
        // An erasure removes the row in its transaction, and sessions are recorded before their address.
        if (before === undefined) return;
        const ip_ref = await vault.put(user, 'ip', ip, client);
        await queriesOn(client)
          .updateTable('accounts.last_seen')
          .set({ ip_ref, ip_at: clock.now() })
          .where('user_id', '=', user)
          .execute();
        if (before.ip_ref !== null) await vault.forget([before.ip_ref], client);
      });
    },
    async of(user: UserId): Promise<SignInAddress | undefined> {
      const seen = queriesOn(pool).selectFrom('accounts.last_seen').where('user_id', '=', user);
      const row = await seen.select(['ip_ref', 'ip_at']).executeTakeFirst();
      if (row?.ip_ref == null || row.ip_at === null) return undefined;
      const ip = (await vault.read([row.ip_ref])).get(row.ip_ref);
      return ip === undefined ? undefined : { ip, at: row.ip_at };
    },
  };
}
