import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** Whether a creator sees the guide, and can be paid out. */
export function openGuide(pool: Pool) {
  const db = queriesOn(pool);
  return {
    async of(user: UserId): Promise<{ shown: boolean; collects: boolean }> {
      const [creator, method] = await Promise.all([
        db
          .selectFrom('accounts.creators')
          .where('user_id', '=', user)
          .select('show_guide')
          .executeTakeFirst(),
        db
          .selectFrom('accounts.withdraw_methods')
          .where('user_id', '=', user)
          .select('kind')
          .executeTakeFirst(),
      ]);
      return { shown: creator?.show_guide ?? false, collects: method !== undefined };
    },
    async show(user: UserId, show_guide: boolean): Promise<void> {
      await db.updateTable('accounts.creators').set({ show_guide }).where('user_id', '=', user).execute();
    },
  };
}
