import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** Which messages a creator gets unasked. */
export interface NotifyConfig {
  weekly_summary: boolean;
}

/** A user who is no creator gets none. */
export async function notifyConfigOf(pool: Pool, creator: UserId): Promise<NotifyConfig> {
  const found = await queriesOn(pool)
    .selectFrom('accounts.creators')
    .select('weekly_summary')
    .where('user_id', '=', creator)
    .executeTakeFirst();
  return found ?? { weekly_summary: false };
}

export async function setNotifyConfig(pool: Pool, creator: UserId, config: NotifyConfig): Promise<void> {
  await queriesOn(pool).updateTable('accounts.creators').set(config).where('user_id', '=', creator).execute();
}

/** A fan's mails about memberships that end or renew: on until the fan turns them off. An unknown user gets none. */
export async function membershipNoticesOf(pool: Pool, user: UserId): Promise<boolean> {
  const users = queriesOn(pool).selectFrom('accounts.users').where('id', '=', user);
  return (await users.select('membership_notices').executeTakeFirst())?.membership_notices ?? false;
}

export async function setMembershipNotices(
  pool: Pool,
  user: UserId,
  membership_notices: boolean,
): Promise<void> {
  await queriesOn(pool)
    .updateTable('accounts.users')
    .set({ membership_notices })
    .where('id', '=', user)
    .execute();
}
