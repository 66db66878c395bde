import { asUserId } from '#events/ids.ts';
import { addDays, type BusinessDay } from '#events/time.ts';
import { earnedBy, earnersAfter } from '#read-models/books/ledger/earners.ts';
import { spendersAfter, spentBy } from '#read-models/orders/staff/spenders.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  creatorsByTime,
  type ListedPerson,
  matchingPeople,
  type PeopleFilter,
  type Place,
  peopleByName,
  peopleBySeen,
  peopleByTime,
} from '#services/modules/staff/people-list.ts';
import { wire } from '../http/money.ts';
import { findPerson } from './find-person.ts';
import { pageBehind, placeOf, ROWS_AT_ONCE } from './list-place.ts';

type Parts = Pick<Dependencies, 'pool' | 'accounts' | 'directory'>;
/** People whom a search finds. */
const MOST_FOUND = 100;

interface PageQuery {
  after?: string | undefined;
  per_page: number;
  q: string;
  /** A column, with a minus for the largest first. */
  sort: string;
}

const FIRST_OF_ALL: Place = { key: Number.MAX_SAFE_INTEGER, id: '' };
const LAST_OF_ALL: Place = { key: Number.MIN_SAFE_INTEGER, id: '' };

/** Of whom a list is. */
type Of = 'users' | 'creators';

async function candidates(
  { pool }: Parts,
  of: Of,
  sort: string,
  filter: PeopleFilter,
  after: Place | undefined,
): Promise<Place[]> {
  const newest = sort.startsWith('-');
  const range = { after, newest, limit: ROWS_AT_ONCE };
  const amounts = { ...(after ?? (newest ? FIRST_OF_ALL : LAST_OF_ALL)), limit: ROWS_AT_ONCE };
  switch (sort.replace('-', '')) {
    case 'total_consume':
      return (await spendersAfter(newest)(pool, amounts)).rows;
    case 'total_income':
      return (await earnersAfter(newest)(pool, amounts)).rows;
    case 'seen_time':
      return peopleBySeen(pool, range);
    default:
      return of === 'creators' ? creatorsByTime(pool, filter, range) : peopleByTime(pool, filter, range);
  }
}

/** Ids of people whom a search finds, in its order. */
async function searched(parts: Parts, of: Of, q: string): Promise<string[]> {
  const exact = await findPerson(parts, q);
  if (exact !== undefined) return [exact.user_id];
  if (of === 'creators') return parts.directory.searchCreators(q);
  return peopleByName(parts.pool, q, MOST_FOUND);
}

/** A page of people who match, in the order of `sort`; a search has one page. */
export async function peoplePage(
  parts: Parts,
  of: Of,
  query: PageQuery,
  filter: PeopleFilter,
): Promise<{ rows: ListedPerson[]; next: string | null }> {
  const { pool } = parts;
  if (query.q.trim() !== '') {
    const ids = await searched(parts, of, query.q);
    const found = await matchingPeople(pool, of, ids, filter);
    return { rows: ids.flatMap((id) => found.get(id) ?? []).slice(0, MOST_FOUND), next: null };
  }
  return pageBehind(placeOf(query.after), query.per_page, async (after) => {
    const places = await candidates(parts, of, query.sort, filter, after);
    const found = await matchingPeople(
      pool,
      of,
      places.map(({ id }) => id),
      filter,
    );
    const rows = places.flatMap((place) => {
      const row = found.get(place.id);
      return row === undefined ? [] : [{ row, place }];
    });
    return { rows, next: places.length < ROWS_AT_ONCE ? null : (places.at(-1) ?? null) };
  });
}

/** Sums of these people in the wire's form, and how far they are complete. */
export async function sumsOf({ pool }: Parts, people: readonly ListedPerson[]) {
  const users = people.map(({ user_id }) => asUserId(user_id));
  const [spent, earned] = await Promise.all([spentBy(pool, { users }), earnedBy(pool, { users })]);
  const spentOf = new Map(spent.rows.map((row) => [row.user_id, row.spent]));
  const earnedOf = new Map(earned.rows.map((row) => [row.user_id, row.earned]));
  return {
    spent: (id: string) => wire(spentOf.get(id) ?? 0),
    earned: (id: string) => wire(earnedOf.get(id) ?? 0),
    as_of: { spent: spent.as_of, earned: earned.as_of },
  };
}

/** Business days, both included, as milliseconds. */
export function daysAsTimes(
  { calendar }: Pick<Dependencies, 'calendar'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): { from: number | undefined; until: number | undefined } {
  return {
    from: from === undefined ? undefined : calendar.startOf(from as BusinessDay),
    until: to === undefined ? undefined : calendar.startOf(addDays(to as BusinessDay, 1)),
  };
}
