import type { Pool } from 'pg';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import type { Accounts } from '#services/accounts/accounts.ts';
import type { Addresses } from '#services/accounts/addresses.ts';
import type { Committer } from '#services/commerce/command.ts';
import type { FileStore } from '#services/runtime/file-store.ts';
import { livePurchases } from './buying.ts';
import { chineseCreators } from './content/chinese.ts';
import { englishCreators } from './content/english.ts';
import { openParcels } from './parcels.ts';
import { addPeople, certify, FANS } from './people.ts';
import { randomFrom } from './random.ts';
import { openShops } from './shops.ts';
import { tellStory } from './story.ts';

export interface DemoTools {
  pool: Pool;
  accounts: Accounts;
  addresses: Addresses;
  committer: Committer;
  files: FileStore;
  calendar: BusinessCalendar;
  /** Until an unpaid order expires. */
  ttl_seconds: number;
  /** The day that the demo's history leads up to. */
  now: Millis;
}

export const SEED = 90_400_012;
export const demoCreators = [...chineseCreators, ...englishCreators];

/**
 * People, shops and ninety days of orders, through the same commands as everybody's. Every id and number is
 * derived: interrupted and made again with the same `now`, it ends in the same. Returns the orders placed.
 */
export async function makeDemo(tools: DemoTools): Promise<number> {
  const { pool, accounts, addresses, committer, files, calendar, ttl_seconds, now } = tools;
  await addPeople({
    accounts,
    files,
    creators: demoCreators,
    now,
    async known(ids) {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM accounts.users WHERE id = ANY ($1::text[])',
        [ids],
      );
      return new Set(rows.map(({ id }) => id));
    },
  });
  await openShops(demoCreators, { committer, files, now, calendar });
  await certify(accounts, demoCreators);
  const purchases = tellStory({
    random: randomFrom(SEED),
    creators: demoCreators,
    fans: FANS,
    calendar,
    now,
    ttl_ms: ttl_seconds * 1000,
  });
  const parcels = openParcels({ addresses, committer });
  return livePurchases(purchases, { committer, ttl_seconds, now, parcels });
}
