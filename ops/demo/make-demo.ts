import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { RECEIVER_WANTED } from '#services/contract/open/test-receiver.ts';
import { openTestReceiver } from '#services/modules/open/test-receiver.ts';
import { byAffiliates, openAffiliates } from './affiliates.ts';
import { livePurchases } from './buying.ts';
import { openCases } from './cases/open-cases.ts';
import { openCodes, revokeCodes } from './codes.ts';
import { chineseCreators } from './content/chinese.ts';
import { englishCreators } from './content/english.ts';
import { openGoals } from './goals.ts';
import { keepForFan } from './keeping.ts';
import { openMoneyDays } from './money-days.ts';
import { openParcels } from './parcels.ts';
import { addPeople, certify, creatorId, FANS } from './people.ts';
import { openPostDays } from './posts/post-days.ts';
import { fillProviderBooks } from './provider-books.ts';
import { randomFrom } from './random.ts';
import { fillPools } from './replies.ts';
import { tellScenes } from './scenes.ts';
import { openShops } from './shops.ts';
import { tellStory } from './story.ts';
import type { DemoTools } from './tools.ts';

export const SEED = 90_400_012;
export const demoCreators = [...chineseCreators, ...englishCreators];

/**
 * People, shops and ninety days of orders, by the commands of the API. All ids and numbers are derived: interrupted
 * and repeated with the same `now`, the result is the same. Returns the orders placed.
 */
export async function makeDemo(tools: DemoTools): Promise<number> {
  const { pool, accounts, addresses, identities, committer, media, calendar, ttl_seconds, now } = tools;
  await addPeople({
    accounts,
    media,
    committer,
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
  await openShops(demoCreators, { committer, media, now, calendar });
  await certify({ accounts, committer, creators: demoCreators, now });
  await fillPools(demoCreators, tools);
  const codes = await openCodes(tools);
  const byChance = tellStory({
    random: randomFrom(SEED),
    creators: demoCreators,
    fans: FANS,
    calendar,
    now,
    ttl_ms: ttl_seconds * 1000,
  });
  await openAffiliates(tools);
  await openGoals(tools);
  const parcels = openParcels({ addresses, committer });
  const purchasesByTime = [...byChance, ...tellScenes(now, calendar)].sort((one, other) => one.at - other.at);
  const purchases = byAffiliates(purchasesByTime, now);
  const money = await openMoneyDays(tools, demoCreators, purchases[0]?.at ?? now);
  const posts = await openPostDays(tools, demoCreators);
  const placed = await livePurchases(purchases, {
    committer,
    ttl_seconds,
    now,
    parcels,
    codes,
    identities,
    money: {
      times: money.times,
      async until(time) {
        await posts.until(time);
        await money.until(time);
      },
    },
  });
  await openCases(purchases, tools);
  await posts.complete();
  await revokeCodes(codes, tools);
  await keepForFan(tools);
  // The creator whose account is printed.
  for (const creator of demoCreators.slice(0, 1))
    await openTestReceiver(accounts, creatorId(creator), RECEIVER_WANTED);
  await fillProviderBooks(pool, postgresLog(pool));
  return placed;
}
