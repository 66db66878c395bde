import { userOfActor } from '#events/envelope.ts';
import { asUserId } from '#events/ids.ts';
import { incomeLineText } from '#events/income.ts';
import type { DataOf } from '#events/registry.ts';
import { settlementStream } from '#events/stream-names.ts';
import { monthAt } from '#events/time.ts';
import { linesOf, settlementOf, settlementsOf } from '#read-models/books/ledger/income.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { checkSettlements, getSettlement, listSettlements } from '#services/contract/income/settlements.ts';
import { namesOf } from '#services/modules/accounts/directory.ts';
import { comparePage, differencesOf, recomputed } from '#services/modules/income/compare.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { monthOf } from '../http/periods.ts';
import { incomeLineAnswer, monthSumsAnswer, settlementAnswerOf } from './month-sums.ts';

interface Because {
  /** The person who settled it; null: automatic on the 1st, or the command line. */
  by: { user_id: string; name: string } | null;
  /** `scheduled` on the 1st; empty for settlements older than reasons. */
  reason: string;
}

/** The person and reason of a settlement, from its event. */
async function settledBecause(
  { log, directory }: Pick<Dependencies, 'log' | 'directory'>,
  month: string,
  user_id: string,
): Promise<Because> {
  const [event] = await log.readStream(settlementStream(month, asUserId(user_id)), { limit: 1 });
  if (event === undefined) return { by: null, reason: '' };
  const by = userOfActor(event.metadata.actor);
  // The first event of such a stream is the settlement, and there is no other.
  const { reason } = event.data as DataOf<'MonthSettled'>;
  return { by: (await namesOf(directory, [by]))(by), reason };
}

/** A settlement with its evidence, and whether it still equals its lines. */
export const settlementRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'income');
  const { pool, calendar, clock, directory } = deps;

  /** The month before the present one: the newest that can be settled. */
  const lastMonth = (): string => {
    const { from } = monthOf(monthAt(calendar, clock.now()));
    return monthAt(calendar, calendar.startOf(from) - 1);
  };

  on(listSettlements, async ({ query }) => {
    const { as_of, month = lastMonth() } = query;
    const then = await booksAsOf(deps, as_of);
    const found = await settlementsOf(pool, { month, ...rangeOf(query), until: then.until });
    const names = await directory.usersByIds(found.list.map(({ user_id }) => user_id));
    const now = then.until === undefined ? clock.now() : then.asOf(found.as_of).time * 1000;
    const list = found.list.map((one) => settlementAnswerOf(one, names.get(one.user_id)?.name ?? '', now));
    return {
      ...pageAnswer(query, found, list),
      month,
      total: monthSumsAnswer(found.total),
      open_count: found.open_count,
      as_of: then.asOf(found.as_of),
    };
  });

  on(getSettlement, async ({ query: { page, per_page, as_of }, params: { month, user_id } }) => {
    const then = await booksAsOf(deps, as_of);
    const answer = await settlementOf(pool, { month, user_id, until: then.until });
    const [settlement] = answer.rows;
    if (!settlement) return { code: 'not_found' };
    const offset = (page - 1) * per_page;
    const [lines, sums, names, because] = await Promise.all([
      linesOf(pool, { month, user_id, limit: per_page, offset }),
      recomputed(pool, month, user_id),
      directory.usersByIds([user_id]),
      settledBecause(deps, month, user_id),
    ]);
    const differing = differencesOf(settlement, sums);
    return {
      settlement: settlementAnswerOf(settlement, names.get(user_id)?.name ?? '', clock.now()),
      because,
      lines: lines.rows.map((line) => ({
        ...incomeLineAnswer(line),
        text: incomeLineText(line).trimEnd(),
      })),
      has_more: offset + lines.rows.length < sums.lines,
      total_count: sums.lines,
      recomputed: { sha256: sums.lines_sha256, agrees: differing.length === 0, differing },
      as_of: then.asOf(answer.as_of),
    };
  });

  on(checkSettlements, async ({ query: { month, after, as_of } }) => {
    const then = await booksAsOf(deps, as_of);
    const page = await comparePage(pool, month, after, then.until);
    const { compared, differing, last } = page;
    return { compared, differing, next: last, as_of: then.asOf(page.as_of) };
  });
};
