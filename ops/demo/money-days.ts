import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { type BusinessMonth, DAY_MS, type Millis, monthAt, nextMonth } from '#events/time.ts';
import { settleMonth } from '#services/commerce/income/settle-month.ts';
import { openWithdrawMethods } from '#services/modules/withdrawals/withdraw-methods.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { accepted, atTime } from './at-time.ts';
import { openDemoBooks } from './books.ts';
import type { DemoCreator } from './content/creator.ts';
import { cashOut, type PayoutTools } from './payouts.ts';
import { creatorId } from './people.ts';
import type { DemoTools } from './tools.ts';

/** Seconds after midnight: once the month's last lines are written. */
const SETTLED_AFTER_MS = 5_000;
/** By then creators have requested the income of the month before. */
const CASHED_BY_DAY = 15;

/** Days on which money moves, between the purchases of the story. */
export interface MoneyDays {
  /** When they are, oldest first. */
  readonly times: readonly Millis[];
  /** Runs those due up to a time; each runs once. */
  until(time: Millis): Promise<void>;
}

interface MoneyDay {
  at: Millis;
  happen(): Promise<void>;
}

/** So that there is somewhere for the money to go; those of an interrupted demo stay. */
async function haveAccounts(creators: readonly DemoCreator[], { methods }: PayoutTools): Promise<void> {
  for (const creator of creators) {
    const user_id = creatorId(creator);
    if ((await methods.of(user_id)).methods.length > 0) continue;
    const form = { realname: creator.name, account: `${creator.slug}@pay.fanwatt.test` };
    const refusal = await methods.saveWallet(user_id, 'apy', form);
    if (refusal) throw new Error(`the demo's account was refused: ${JSON.stringify(refusal)}`);
  }
}

async function settle(tools: PayoutTools, month: BusinessMonth, at: Millis): Promise<void> {
  const { books, committer } = tools;
  await books.catchUp();
  await Promise.all(
    books
      .month(month)
      .map(({ user_id, sums }) =>
        accepted(committer.submit(atTime(settleMonth({ ...sums, month, user_id }), at))),
      ),
  );
}

/** Every month of the demo is settled at its end, and creators withdraw available money. */
export async function openMoneyDays(
  { pool, vault, committer, calendar, now }: DemoTools,
  creators: readonly DemoCreator[],
  from: Millis,
): Promise<MoneyDays> {
  const log = postgresLog(pool);
  const methods = openWithdrawMethods(pool, vault, systemClock);
  const tools = { log, committer, calendar, methods, books: openDemoBooks(log, calendar), now };
  await haveAccounts(creators, tools);
  const days: MoneyDay[] = [];
  const newest = monthAt(calendar, now);
  for (let month = monthAt(calendar, from); month < newest; month = nextMonth(month)) {
    const after = nextMonth(month);
    const begins = calendar.startOf(`${after}-01`);
    const settled_at = begins + SETTLED_AFTER_MS;
    days.push({ at: settled_at, happen: () => settle(tools, month, settled_at) });
    const cashed_at = begins + (CASHED_BY_DAY - 1) * DAY_MS;
    days.push({
      at: Math.min(cashed_at, now),
      happen: () => cashOut(tools, after, after === newest),
    });
  }
  let next = 0;
  return {
    times: days.map(({ at }) => at),
    async until(time) {
      for (let day = days[next]; day !== undefined && day.at <= time; day = days[next]) {
        await day.happen();
        next += 1;
      }
    },
  };
}
