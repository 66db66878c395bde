import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockActing } from '../end-access.ts';
import { newToken, tokenHash } from '../session.ts';

const TOKEN_MS = 600_000;

/** Which account a person of the messenger has here; each has one at most. */
export interface MessengerLinks {
  userOf(subject: string, client?: PoolClient): Promise<UserId | undefined>;
  has(user: UserId): Promise<boolean>;
  /** A token that links one account within ten minutes. */
  open(subject: string): Promise<string>;
  /** Uses the token up. A link of the account to another person of the messenger ends. */
  link(user: UserId, sid: string, token: string): Promise<{ refused?: 'unknown_token' | 'other_account' }>;
  unlink(user: UserId): Promise<void>;
}

/** Another account got this person of the messenger in the same moment. */
class LinkedMeanwhile extends Error {}

interface Options {
  pool: Pool;
  clock: Clock;
  outbox: Outbox;
}

export function openMessengerLinks({ pool, clock, outbox }: Options): MessengerLinks {
  const links = (client: Pool | PoolClient = pool) =>
    queriesOn(client).selectFrom('accounts.messenger_links');
  return {
    async userOf(subject, client) {
      const row = await links(client).where('subject', '=', subject).select('user_id').executeTakeFirst();
      return row?.user_id;
    },

    async has(user) {
      return (await links().where('user_id', '=', user).select('subject').executeTakeFirst()) !== undefined;
    },

    async open(subject) {
      const token = newToken();
      const row = { token_hash: tokenHash(token), subject, expires_at: clock.now() + TOKEN_MS };
      await queriesOn(pool).insertInto('accounts.messenger_tokens').values(row).execute();
      return token;
    },

    async link(user, sid, token) {
      const refused = await inTransaction(pool, async (client) => {
        const own = queriesOn(client);
        await lockActing(client, user, sid);
        const used = await own
          .deleteFrom('accounts.messenger_tokens')
          .where('token_hash', '=', tokenHash(token))
          .where('expires_at', '>', clock.now())
          .returning('subject')
          .executeTakeFirst();
        if (used === undefined) return 'unknown_token';
        const row = { subject: used.subject, user_id: user, linked_at: clock.now() };
        const owner = () =>
          own
            .selectFrom('accounts.messenger_links')
            .where('subject', '=', used.subject)
            .select('user_id')
            .executeTakeFirst();
        // The own link stays where another account has this person.
        const before = await owner();
        if (before !== undefined && before.user_id !== user) return 'other_account';
        await own
          .deleteFrom('accounts.messenger_links')
          .where('user_id', '=', user)
          .where('subject', '!=', used.subject)
          .execute();
        await own
          .insertInto('accounts.messenger_links')
          .values(row)
          .onConflict((on) => on.column('subject').doNothing())
          .execute();
        if ((await owner())?.user_id !== user) throw new LinkedMeanwhile();
        return undefined;
      }).catch((error: unknown) => {
        if (error instanceof LinkedMeanwhile) return 'other_account' as const;
        throw error;
      });
      if (refused) return { refused };
      await outbox.send({ to_user: user, template: 'messenger_linked', values: {} });
      return {};
    },

    async unlink(user) {
      await queriesOn(pool).deleteFrom('accounts.messenger_links').where('user_id', '=', user).execute();
    },
  };
}
