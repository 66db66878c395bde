import { type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { isSpecialRight, type RightName } from '#services/modules/accounts/rights.ts';
import { type StaffRole, staffRoles } from '#services/modules/accounts/roles.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';

/** A place in a list: the value that it is sorted by, and the row's id. */
export interface Place {
  key: number;
  id: string;
}

/** Which people a list has. */
export interface PeopleFilter {
  status?: number | undefined;
  is_verified?: boolean | undefined;
  /** Only creators. */
  is_creator?: boolean | undefined;
  category_id?: string | undefined;
  is_recommended?: boolean | undefined;
  role?: StaffRole | undefined;
  /** A special right that they have, or another one that was taken from them. */
  right?: RightName | undefined;
  /** When they registered, or became creators. */
  from?: Millis | undefined;
  until?: Millis | undefined;
}

/** A person in the lists of staff; times in milliseconds. */
export interface ListedPerson {
  user_id: UserId;
  name: string;
  avatar: string;
  url_slug: string;
  status: number;
  is_verified: number;
  created_at: Millis;
  /** null: never, or not since this is recorded */
  seen_at: Millis | null;
  /** null: not a creator */
  creator_at: Millis | null;
  category_id: string;
  taken: string[];
  special: string[];
  roles: StaffRole[];
}

interface Range {
  /** The last row of the page before. */
  after?: Place | undefined;
  /** Newest first. */
  newest: boolean;
  limit: number;
}

const known = (pool: Pool) =>
  queriesOn(pool)
    .selectFrom('accounts.users as u')
    .where('u.deleted_at', 'is', null)
    .where('u.imported_by', 'is', null);

const behind = (key: string, id: string, { after, newest }: Range) =>
  after === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(key)}, ${sql.ref(id)}) ${sql.raw(newest ? '<' : '>')} (${after.key}, ${after.id})`;

const holders = (right: RightName) =>
  isSpecialRight(right)
    ? sql`(SELECT user_id FROM accounts.special_rights WHERE name = ${right})`
    : sql`(SELECT user_id FROM accounts.rights_taken WHERE name = ${right})`;

/** People in the order of their registration. What few people have is looked for directly. */
export function peopleByTime(pool: Pool, filter: PeopleFilter, range: Range): Promise<Place[]> {
  const { status, role, right, from, until } = filter;
  const direction = range.newest ? 'desc' : 'asc';
  return known(pool)
    .$if(status !== undefined && status !== USER_STATUS.shown, (all) =>
      // As constants: the index has no others.
      all.where(sql<SqlBool>`u.status = ${sql.lit(status)} AND u.status <> ${sql.lit(USER_STATUS.shown)}`),
    )
    .$if(role !== undefined, (all) =>
      all.where(sql<SqlBool>`u.id IN (SELECT user_id FROM accounts.roles WHERE role = ${role})`),
    )
    .$if(right !== undefined, (all) =>
      all.where(sql<SqlBool>`u.id IN ${right === undefined ? sql`(NULL)` : holders(right)}`),
    )
    .$if(from !== undefined, (all) => all.where('u.created_at', '>=', from ?? 0))
    .$if(until !== undefined, (all) => all.where('u.created_at', '<', until ?? 0))
    .where(behind('u.created_at', 'u.id', range))
    .select(['u.created_at as key', 'u.id'])
    .orderBy('u.created_at', direction)
    .orderBy('u.id', direction)
    .limit(range.limit)
    .execute();
}

/** Creators in the order in which they became creators. */
export function creatorsByTime(pool: Pool, filter: PeopleFilter, range: Range): Promise<Place[]> {
  const { category_id, right, from, until } = filter;
  const direction = range.newest ? 'desc' : 'asc';
  return queriesOn(pool)
    .selectFrom('accounts.creators as c')
    .where(sql<SqlBool>`c.status > 0`)
    .$if(category_id !== undefined, (all) => all.where('c.category_id', '=', category_id ?? ''))
    .$if(right !== undefined, (all) =>
      all.where(sql<SqlBool>`c.user_id IN ${right === undefined ? sql`(NULL)` : holders(right)}`),
    )
    .$if(from !== undefined, (all) => all.where('c.created_at', '>=', from ?? 0))
    .$if(until !== undefined, (all) => all.where('c.created_at', '<', until ?? 0))
    .where(behind('c.created_at', 'c.user_id', range))
    .select(['c.created_at as key', 'c.user_id as id'])
    .orderBy('c.created_at', direction)
    .orderBy('c.user_id', direction)
    .limit(range.limit)
    .execute();
}

/** Those who used the site last come first. */
export const peopleBySeen = (pool: Pool, range: Range): Promise<Place[]> =>
  queriesOn(pool)
    .selectFrom('accounts.last_seen as l')
    .where(behind('l.seen_at', 'l.user_id', range))
    .select(['l.seen_at as key', 'l.user_id as id'])
    .orderBy('l.seen_at', range.newest ? 'desc' : 'asc')
    .orderBy('l.user_id', range.newest ? 'desc' : 'asc')
    .limit(range.limit)
    .execute();

/** Those whose name begins with the text, in the order of their names. */
export async function peopleByName(pool: Pool, text: string, limit: number): Promise<UserId[]> {
  const name = sql`u.name_folded COLLATE "C"`;
  const rows = await known(pool)
    .where(sql<SqlBool>`${name} >= accounts.folded(${text})`)
    .where(sql<SqlBool>`${name} < accounts.folded(${text}) || ${'\u{10FFFF}'}`)
    .select('u.id')
    .orderBy(name)
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const flagged = (column: string, value: boolean | undefined) => sql<SqlBool>`
  (${value ?? null}::boolean IS NULL OR (${sql.ref(column)} = 1) = ${value ?? null}::boolean)`;

/** Those of these people who match, by id. */
export async function matchingPeople(
  pool: Pool,
  of: 'users' | 'creators',
  ids: readonly string[],
  filter: PeopleFilter,
): Promise<Map<string, ListedPerson>> {
  const { status, is_verified, is_creator, category_id, is_recommended, role, right, from, until } = filter;
  const joined = sql.ref(of === 'creators' ? 'c.created_at' : 'u.created_at');
  const rows = await known(pool)
    .leftJoin('accounts.creators as c', (join) =>
      join.onRef('c.user_id', '=', 'u.id').on(sql<SqlBool>`c.status > 0`),
    )
    .leftJoin('accounts.last_seen as l', 'l.user_id', 'u.id')
    .where('u.id', '=', anyOf(ids.map(asUserId)))
    .$if(status !== undefined, (all) => all.where('u.status', '=', status ?? 0))
    .where(flagged('u.is_verified', is_verified))
    .$if(of === 'creators', (all) => all.where('c.user_id', 'is not', null))
    .$if(is_creator !== undefined, (all) =>
      all.where('c.user_id', is_creator === true ? 'is not' : 'is', null),
    )
    .$if(category_id !== undefined, (all) => all.where('c.category_id', '=', category_id ?? ''))
    .$if(is_recommended !== undefined, (all) =>
      all.where(
        sql<SqlBool>`(u.id IN ${holders('can_be_recommended')}) <> ${is_recommended ?? false}::boolean`,
      ),
    )
    .$if(role !== undefined, (all) =>
      all.where(sql<SqlBool>`u.id IN (SELECT user_id FROM accounts.roles WHERE role = ${role})`),
    )
    .$if(right !== undefined, (all) =>
      all.where(sql<SqlBool>`u.id IN ${right === undefined ? sql`(NULL)` : holders(right)}`),
    )
    .$if(from !== undefined, (all) => all.where(sql<SqlBool>`${joined} >= ${from}`))
    .$if(until !== undefined, (all) => all.where(sql<SqlBool>`${joined} < ${until}`))
    .select(['u.id as user_id', 'u.name', 'u.avatar', 'u.url_slug', 'u.status', 'u.is_verified'])
    .select(['u.created_at', 'l.seen_at', 'c.created_at as creator_at', 'c.category_id'])
    .select([
      sql<string[]>`ARRAY (SELECT name FROM accounts.rights_taken t WHERE t.user_id = u.id)`.as('taken'),
      sql<string[]>`ARRAY (SELECT name FROM accounts.special_rights g WHERE g.user_id = u.id)`.as('special'),
      sql<string[]>`ARRAY (SELECT role FROM accounts.roles r WHERE r.user_id = u.id ORDER BY role)`.as(
        'roles',
      ),
    ])
    .execute();
  return new Map(
    rows.map(({ category_id: category, roles, ...row }) => [
      row.user_id,
      {
        ...row,
        category_id: category ?? '',
        roles: staffRoles.filter((name) => roles.includes(name)),
      },
    ]),
  );
}
