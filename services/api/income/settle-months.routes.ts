import { settledMonths } from '#read-models/books/ledger/settled-months.ts';
import { checkedReason } from '#services/commerce/engine/staff-reason.ts';
import { endOfMonth } from '#services/commerce/income/settle-month.ts';
import { listSettlementMonths, settleMonth } from '#services/contract/income/calls.ts';
import { settleStep } from '#services/modules/income/settle.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { monthSumsAnswer } from './month-sums.ts';

const MAX_MONTHS = 60;

/** Months with their sums, and manual settlement; the worker settles automatically on the 1st. */
export const settleMonthRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'income');
  const { pool, calendar, clock, log, committer } = deps;

  on(listSettlementMonths, async ({ query: { as_of } }) => {
    const then = await booksAsOf(deps, as_of);
    const answer = await settledMonths(pool, { most: MAX_MONTHS, until: then.until });
    const now = then.until === undefined ? clock.now() : then.asOf(answer.as_of).time * 1000;
    return {
      list: answer.rows.map(({ month, settled_count, open_count, ...sums }) => {
        const { ends_at, available_at } = endOfMonth(calendar, month);
        const over = ends_at <= now;
        const done = available_at <= now ? ('available' as const) : ('settled' as const);
        return {
          month,
          ...monthSumsAnswer(sums),
          settled_count,
          open_count,
          status: open_count > 0 ? (over ? ('open' as const) : ('running' as const)) : done,
          available_at: Math.floor(available_at / 1000),
        };
      }),
      as_of: then.asOf(answer.as_of),
    };
  });

  on(settleMonth, async ({ body, caller, correlation_id: own }) => {
    const why = checkedReason(body.reason, 'reason', true);
    if (isRefusal(why)) return why;
    // The books include the log's present head before the sums.
    await waitForPosition(deps, await log.head(), 'ledger');
    const { month, reason, run: correlation_id = own } = body;
    const order = { by: `user:${caller.user_id}` as const, reason, correlation_id };
    const step = await settleStep({ pool, committer, calendar, clock }, month, order);
    if (step === undefined) return { code: 'state_does_not_allow' };
    await waitForPosition(deps, step.position, 'ledger');
    return step;
  });
};
