import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** When a creator hears of new sales: of each, once a day, or never. */
type NewSale = 'each' | 'daily' | 'never';

/** Which messages a creator gets unasked. */
export interface NotifyConfig {
  weekly_summary: boolean;
  new_sale: NewSale;
}

/** A user who is no creator gets none. */
export async function notifyConfigOf(pool: Pool, creator: UserId): Promise<NotifyConfig> {
  const found = await queriesOn(pool)
    .selectFrom('accounts.creators')
    .select(['weekly_summary', 'new_sale'])
    .where('user_id', '=', creator)
    .$castTo<NotifyConfig>()
    .executeTakeFirst();
  return found ?? { weekly_summary: false, new_sale: 'never' };
}

/** Settings that are not named stay. At least one is named. */
export async function setNotifyConfig(
  pool: Pool,
  creator: UserId,
  config: { [Name in keyof NotifyConfig]?: NotifyConfig[Name] | undefined },
): Promise<void> {
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
