import type { Pool } from 'pg';
import { fenOf, toWire } from '#events/money.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import { type StaffActionFilter, staffActionsListed } from '#read-models/staff/staff-actions/queries.ts';
import { type Directory, namesOf } from '#services/accounts/directory.ts';
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
  { page, per_page }: { page: number; per_page: number },
): Promise<Listed> {
  const offset = (page - 1) * per_page;
  const { rows, as_of } = await staffActionsListed(pool, filter, { limit: per_page, offset });
  const [found] = rows;
  if (!found) throw new Error('asking for what staff did gave no row');
  const person = await namesOf(
    directory,
    found.list.flatMap(({ actor_id, user_id }) => [actor_id, user_id]),
  );
  return {
    list: found.list.map(({ at, actor_id, user_id, amount, ...action }) => ({
      ...action,
      time: Math.floor(at / 1000),
      by: person(actor_id),
      user: person(user_id),
      amount: amount === null ? null : toWire(fenOf(amount)),
    })),
    has_more: offset + found.list.length < found.total_count,
    total_count: found.total_count,
    as_of,
  };
}
