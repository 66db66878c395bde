import type { Pool } from 'pg';
import { fenOf, toWire } from '#events/money.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import { type StaffActionFilter, staffActionsListed } from '#read-models/staff/staff-actions/queries.ts';
import { type Directory, namesOf } from '#services/accounts/directory.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import type { StaffAction } from './contract/staff-actions.ts';

interface Listed {
  list: StaffAction[];
  has_more: boolean;
  total_count: number;
  as_of: AsOf;
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
  return pageAnswer(
    query,
    found,
    found.list.map(({ at, actor_id, user_id, amount, ...action }) => ({
      ...action,
      time: Math.floor(at / 1000),
      by: person(actor_id),
      user: person(user_id),
      amount: amount === null ? null : toWire(fenOf(amount)),
    })),
  );
}
