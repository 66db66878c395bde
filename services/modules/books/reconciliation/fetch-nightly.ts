import type { Pool } from 'pg';
import { PLATFORM } from '#events/ids.ts';
import { addDays, type BusinessCalendar, HOUR_MS, type Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { PaymentProvider } from '#services/modules/payments/provider.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { takeStatement } from './take-statement.ts';

/** Hours after midnight of the business day: by then the day before is complete. */
const AT_HOURS = 4;
/** After a failure, for example while the provider is down. */
const RETRY_MS = HOUR_MS / 2;

interface Parts {
  pool: Pool;
  clock: Clock;
  calendar: BusinessCalendar;
  committer: Committer;
  /** One that gives its statement. */
  provider: PaymentProvider;
  onError(error: unknown): void;
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

/**
 * Fetches the statement of each business day at 4 o'clock of the next one, or when the provider has it; after an outage day by day. Killed anywhere
 * it takes the same day again: lines are known by the provider's ids.
 * @returns acts, and tells when to act again
 */
export function nightlyStatement({ pool, clock, calendar, committer, provider, onError }: Parts) {
  const { name } = provider;
  const fetched = () =>
    queriesOn(pool).selectFrom('payments.fetched_statements').where('provider', '=', name);
  let retry_at: Millis = 0;

  /** The oldest day that is missing; at first only yesterday. */
  async function nextDay(): Promise<string> {
    const newest = await fetched()
      .select(({ fn }) => fn.max('day').as('day'))
      .executeTakeFirst();
    const day = newest?.day;
    return day ? addDays(day, 1) : addDays(calendar.dayOf(clock.now()), -1);
  }

  async function fetchDay(day: string): Promise<void> {
    const period = { from: calendar.startOf(day), to: calendar.startOf(addDays(day, 1)) };
    const file = provider.statement?.(period);
    if (!file) return;
    const taken = await takeStatement(
      { committer, clock },
      { pieces: bytesOf(file), by: PLATFORM, reason: '', period, correlation_id: `statement ${name} ${day}` },
    );
    if (!taken.ok) throw new Error(`the statement of ${name} of ${day} cannot be read: ${taken.problem}`);
    await queriesOn(pool)
      .insertInto('payments.fetched_statements')
      .values({ provider: name, day, fetched_at: clock.now() })
      .onConflict((on) => on.doNothing())
      .execute();
  }

  return async (): Promise<Millis> => {
    const day = await nextDay();
    const to = calendar.startOf(addDays(day, 1));
    const due = Math.max(to + AT_HOURS * HOUR_MS, provider.statementReadyAt?.(to) ?? 0, retry_at);
    if (clock.now() < due) return due;
    try {
      await fetchDay(day);
      return clock.now();
    } catch (error) {
      onError(error);
      retry_at = clock.now() + RETRY_MS;
      return retry_at;
    }
  };
}
