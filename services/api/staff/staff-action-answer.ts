import type { Pool } from 'pg';
import { fenOf, toWire } from '#events/money.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import { type StaffActionFilter, staffActionsListed } from '#read-models/staff/staff-actions/queries.ts';
import { STAFF_ACTIONS } from '#read-models/staff/staff-actions/tables.ts';
import { withdrawalAmounts } from '#read-models/withdrawals/queries.ts';
import type { StaffAction } from '#services/contract/staff/staff-actions.ts';
import { type Directory, namesOf } from '#services/modules/accounts/directory.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';

interface Listed {
  list: StaffAction[];
  has_more: boolean;
  total_count: number;
  as_of: AsOf;
}

const OF_WITHDRAWALS: ReadonlySet<string> = new Set(STAFF_ACTIONS.withdrawals);

/** Their events do not have them. */
async function amountsOf(pool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await withdrawalAmounts(pool, { ids });
  return new Map(rows.map(({ withdrawal_id, amount }) => [withdrawal_id, amount]));
}

/** A page of staff actions, with the names of actors and persons concerned. */
export async function listedActions(
  { pool, directory }: { pool: Pool; directory: Directory },
  filter: StaffActionFilter,
  query: { page: number; per_page: number },
): Promise<Listed> {
  const found = await staffActionsListed(pool, { ...filter, ...rangeOf(query) });
  const person = await namesOf(
    directory,
    found.list.flatMap(({ actor_id, user_id }) => [actor_id, user_id]),
  );
  const withdrawn = await amountsOf(
    pool,
    found.list.filter(({ action }) => OF_WITHDRAWALS.has(action)).map(({ subject }) => subject),
  );
  return pageAnswer(
    query,
    found,
    found.list.map(({ at, actor_id, user_id, amount: own, ...action }) => {
      const amount = own ?? withdrawn.get(action.subject) ?? null;
      return {
        ...action,
        time: Math.floor(at / 1000),
        by: person(actor_id),
        user: person(user_id),
        amount: amount === null ? null : toWire(fenOf(amount)),
      };
    }),
  );
}
