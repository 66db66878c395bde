import type { OrderStatus } from '#events/status.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import {
  ORDERS_AT_ONCE,
  type StaffOrder,
  type StaffOrdersFilter,
  staffOrdersAfter,
} from '#read-models/orders/staff/staff-orders.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Place } from '#services/modules/staff/people-list.ts';
import { pageBehind, placeOf } from './list-place.ts';

interface PageQuery {
  after?: string | undefined;
  per_page: number;
  sort: string;
}

export interface StaffOrdersQuery extends StaffOrdersFilter {
  status?: OrderStatus | undefined;
}

const largest = (value: number | undefined): number => value ?? Number.MAX_SAFE_INTEGER;

/** A page of everybody's orders, in the order of `sort`. */
export async function staffOrdersPage(
  { pool, calendar }: Pick<Dependencies, 'pool' | 'calendar'>,
  query: PageQuery,
  filter: StaffOrdersQuery,
): Promise<{ rows: StaffOrder[]; next: string | null; as_of: AsOf }> {
  const newest = query.sort.startsWith('-');
  const by = query.sort.endsWith('total_amount') ? ('amount' as const) : ('time' as const);
  const { number, user_id, creator_id, from, until, least, most } = filter;
  const ofCreator = creator_id !== undefined && by === 'time' ? ('creator' as const) : ('all' as const);
  const of =
    number !== undefined ? ('number' as const) : user_id !== undefined ? ('fan' as const) : ofCreator;
  const read = staffOrdersAfter({ by, newest, of });
  // The index is read from one bound to the other.
  const bounds =
    by === 'time'
      ? { low: from, high: until }
      : { low: least, high: most === undefined ? undefined : most + 1 };
  const begin: Place = newest ? { key: largest(bounds.high), id: '' } : { key: bounds.low ?? -1, id: '' };
  const isOver = (key: number): boolean =>
    newest ? bounds.low !== undefined && key < bounds.low : key >= largest(bounds.high);
  let as_of: AsOf | undefined;
  const page = await pageBehind(placeOf(query.after), query.per_page, async (after) => {
    const place = after ?? begin;
    const isDay = place.key > 0 && place.key < 4_102_444_800_000;
    const day = isDay ? calendar.dayOf(place.key) : place.key > 0 ? 'infinity' : '-infinity';
    const answer = await read(pool, { ...filter, ...place, day, limit: query.per_page + 1 });
    as_of ??= answer.as_of;
    const last = answer.rows.at(-1);
    const continues =
      last !== undefined &&
      (last.nth === ORDERS_AT_ONCE || answer.rows.length > query.per_page) &&
      !isOver(last.key);
    return {
      rows: answer.rows
        .filter(({ found }) => found)
        .map((row) => ({ row, place: { key: row.key, id: row.out_trade_no } })),
      next: continues ? { key: last.key, id: last.out_trade_no } : null,
    };
  });
  if (as_of === undefined) throw new Error('a list was not read');
  return { ...page, as_of };
}
