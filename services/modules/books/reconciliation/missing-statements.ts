import type { Pool } from 'pg';
import { DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** `too_large`: above 32 MB; `unreadable`: not what its provider's statements are; `no_answer`: for a day. */
export type StatementProblem = 'too_large' | 'unreadable' | 'no_answer';

export interface MissingStatement {
  provider: string;
  /** Business day. */
  day: string;
  problem: StatementProblem;
  /** Since when it is missing. */
  since: Millis;
  retry_at: Millis;
}

const TABLE = 'payments.missing_statements';
const FIRST_RETRY_MS = HOUR_MS / 2;
/** Providers have the files of a day for about three months. */
const RETRIED_MS = 60 * DAY_MS;

/** In half an hour, and then at growing intervals; at last once a day. */
const retryAt = (since: Millis, now: Millis): Millis =>
  now - since > RETRIED_MS
    ? Number.MAX_SAFE_INTEGER
    : now + Math.min(DAY_MS, Math.max(FIRST_RETRY_MS, (now - since) / 8));

/** Days of a provider that were skipped because their statement cannot be taken. */
export function missingStatements(pool: Pool, provider: string) {
  const own = () => queriesOn(pool).selectFrom(TABLE).where('provider', '=', provider);
  return {
    newest: async (): Promise<string | undefined> =>
      (
        await own()
          .select(({ fn }) => fn.max('day').as('day'))
          .executeTakeFirst()
      )?.day ?? undefined,
    next: async (): Promise<Pick<MissingStatement, 'day' | 'since' | 'retry_at'> | undefined> =>
      own().select(['day', 'since', 'retry_at']).orderBy('retry_at').limit(1).executeTakeFirst(),
    async add(day: string, problem: StatementProblem, now: Millis, since: Millis = now): Promise<void> {
      const again = { problem, retry_at: Math.round(retryAt(since, now)) };
      await queriesOn(pool)
        .insertInto(TABLE)
        .values({ provider, day, since, ...again })
        .onConflict((on) => on.columns(['provider', 'day']).doUpdateSet(again))
        .execute();
    },
    async remove(day: string): Promise<void> {
      await queriesOn(pool)
        .deleteFrom(TABLE)
        .where('provider', '=', provider)
        .where('day', '=', day)
        .execute();
    },
  };
}

/** At most a thousand, oldest first. */
export const statementsMissing = (pool: Pool): Promise<MissingStatement[]> =>
  queriesOn(pool)
    .selectFrom(TABLE)
    .select(['provider', 'day', 'problem', 'since', 'retry_at'])
    .orderBy('day')
    .orderBy('provider')
    .limit(1_000)
    .$castTo<MissingStatement>()
    .execute();
