import type { Pool } from 'pg';
import { PLATFORM } from '#events/ids.ts';
import { addDays, type BusinessCalendar, DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import {
  type PaymentProvider,
  ProviderContradiction,
  UnusableFile,
} from '#services/modules/payments/provider.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { missingStatements, type StatementProblem } from './missing-statements.ts';
import { takeStatement } from './take-statement.ts';

/** Hours after midnight of the business day: by then the day before is complete. */
const AT_HOURS = 4;
/** After a failure, for example while the provider is down. */
const RETRY_MS = HOUR_MS / 2;
/** A day without an answer for so long is skipped. */
const PATIENCE_MS = DAY_MS;

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
 * Fetches the statement of each business day at 4 o'clock of the next one, or when the provider has it; after an outage
 * day by day. A day whose statement cannot be taken is skipped: finance sees it, and it is requested again. Later days go on.
 * Killed anywhere it takes the same day again: lines are known by the provider's ids.
 * @returns acts, and tells when to act again
 */
export function nightlyStatement({ pool, clock, calendar, committer, provider, onError }: Parts) {
  const { name } = provider;
  const fetched = () =>
    queriesOn(pool).selectFrom('payments.fetched_statements').where('provider', '=', name);
  const missing = missingStatements(pool, name);
  let retry_at: Millis = 0;

  /** The day after those that were fetched or skipped; at first only yesterday. */
  async function nextDay(): Promise<string> {
    const newest = await fetched()
      .select(({ fn }) => fn.max('day').as('day'))
      .executeTakeFirst();
    const days = [newest?.day ?? '', (await missing.newest()) ?? ''].sort();
    const day = days.at(-1);
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
    if (!taken.ok) {
      const message = `the statement of ${name} of ${day} cannot be read: ${taken.problem}`;
      throw new UnusableFile(message, taken.problem === 'too_many_lines' ? 'too_large' : 'unreadable');
    }
    await queriesOn(pool)
      .insertInto('payments.fetched_statements')
      .values({ provider: name, day, fetched_at: clock.now() })
      .onConflict((on) => on.doNothing())
      .execute();
    await missing.remove(day);
  }

  /** @returns why it failed; undefined: it is taken */
  async function problemOf(day: string): Promise<StatementProblem | undefined> {
    try {
      await fetchDay(day);
      return undefined;
    } catch (error) {
      onError(error);
      if (error instanceof UnusableFile) return error.problem;
      return error instanceof ProviderContradiction ? 'unreadable' : 'no_answer';
    }
  }

  return async (): Promise<Millis> => {
    const again = await missing.next();
    if (again && again.retry_at <= clock.now()) {
      const problem = await problemOf(again.day);
      if (problem) await missing.add(again.day, problem, clock.now(), again.since);
      return clock.now();
    }
    const day = await nextDay();
    const to = calendar.startOf(addDays(day, 1));
    const ready_at = Math.max(to + AT_HOURS * HOUR_MS, provider.statementReadyAt?.(to) ?? 0);
    const due = Math.max(ready_at, retry_at);
    if (clock.now() < due) return Math.min(due, again?.retry_at ?? due);
    const problem = await problemOf(day);
    if (!problem) return clock.now();
    const isOver = problem !== 'no_answer' || clock.now() >= ready_at + PATIENCE_MS;
    if (isOver) await missing.add(day, problem, clock.now());
    if (problem === 'no_answer') retry_at = clock.now() + RETRY_MS;
    return isOver && problem !== 'no_answer' ? clock.now() : retry_at;
  };
}
