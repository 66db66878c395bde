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
