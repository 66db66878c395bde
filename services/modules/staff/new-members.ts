import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { BusinessDay } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';

interface Since {
  /** Milliseconds. */
  from: number;
  timeZone: string;
}

/** People and creators who joined, by business day, and how many there are. Deleted and imported ones do not count. */
export async function newMembersByDay(pool: Pool, { from, timeZone }: Since) {
  const db = queriesOn(pool);
  const day = (column: string) =>
    sql<BusinessDay>`to_char(to_timestamp(${sql.ref(column)} / 1000.0) AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`;
  const people = db
    .selectFrom('accounts.users')
    .where('deleted_at', 'is', null)
    .where('imported_by', 'is', null);
  const makers = db.selectFrom('accounts.creators').where('status', '>', 0);
  const count = sql<number>`count(*)::int`;
  const [users, creators, userDays, creatorDays] = await Promise.all([
    people.select(count.as('count')).executeTakeFirstOrThrow(),
    makers.select(count.as('count')).executeTakeFirstOrThrow(),
    people
      .where('created_at', '>=', from)
      .select([day('created_at').as('day'), count.as('count')])
      .groupBy('day')
      .execute(),
    makers
      .where('created_at', '>=', from)
      .select([day('created_at').as('day'), count.as('count')])
      .groupBy('day')
      .execute(),
  ]);
  const days = new Map<BusinessDay, { day: BusinessDay; users: number; creators: number }>();
  const of = (date: BusinessDay) => {
    const one = days.get(date) ?? { day: date, users: 0, creators: 0 };
    days.set(date, one);
    return one;
  };
  for (const one of userDays) of(one.day).users = one.count;
  for (const one of creatorDays) of(one.day).creators = one.count;
  return { users: users.count, creators: creators.count, days: [...days.values()] };
}
