import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { isCurrent, type Listener } from '#services/runtime/listener.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { atMost } from '#services/runtime/weight.ts';
import { lockPerson } from './person-lock.ts';
import { isPayRight, type PayRight } from './rights/pay-options.ts';
import { ACCOUNT_CHANGED, NOTIFY_STAFF_CHANGE } from './sessions.ts';

/** The revocable rights of a creator (creator specification 6, Rights flags). */
export const rightNames = [
  'bundle',
  'can_sale_ticket_user',
  'can_affiliate',
  'add_permanent_plan',
  'can_set_agreement_user',
  'can_set_plan_timing_user',
  'add_product_post',
  'add_attachment',
  'sale_connect_album',
  'can_discord_creator',
  'show_crowdfunding_user',
  'can_be_recommended',
] as const;
type DefaultRight = (typeof rightNames)[number];
type RightFlags = Readonly<Record<DefaultRight, boolean>>;

/**
 * What a creator has only when an admin gave it: MB of an audio file, GB of a video (specification 9), pictures of albums as
 * they were uploaded, posts without comments, a page without counts of sponsors. The restrictions are given, too.
 */
export const specialRights = [
  'audio_400',
  'audio_500',
  'video_8',
  'video_10',
  'video_15',
  'original_album_images',
  'hide_comments',
  'hide_sponsor_count',
  'hide_withdraw',
  'limited_plans',
] as const;
export type SpecialRight = (typeof specialRights)[number];

/** Special rights that take something from the creator: withdrawals, and all but a few offers. */
const restrictions: readonly string[] = ['hide_withdraw', 'limited_plans'];
export const isRestriction = (right: string): boolean => restrictions.includes(right);

export type RightName = DefaultRight | SpecialRight | PayRight;

export const isSpecialRight = (text: string): text is SpecialRight =>
  specialRights.some((name) => name === text);
export const isRightName = (text: string): text is RightName =>
  isSpecialRight(text) || isPayRight(text) || rightNames.some((name) => name === text);

/** SQL: whether the platform does not recommend this user. */
export const isNotRecommended = (user: string): string =>
  `EXISTS (SELECT FROM accounts.rights_taken WHERE user_id = ${user} AND name = 'can_be_recommended')`;

/** Information that a creator hides from others. */
interface Hidden {
  /** Money that fans paid, and counts from which it follows. */
  income: boolean;
  /** Sponsors and how many there are. */
  sponsors: boolean;
  /** Who the sponsors are. */
  sponsor_list: boolean;
}

/** A user's rights as a creator; none for users who are not creators. */
export interface CreatorRights {
  /** Neither hidden nor banned: other people see the pages. */
  is_shown: boolean;
  is_verified: boolean;
  rights: RightFlags;
  special: readonly SpecialRight[];
  hides: Hidden;
}

/**
 * Revoked rights. Changes apply immediately in every process. `take` and `give` write no events: rights are
 * changed by `changeRights`, which has the rows follow the log.
 */
export function openRightsRegister(pool: Pool, clock: Clock) {
  async function insertTakenRight(on: Pool | PoolClient, user_id: UserId, name: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await queriesOn(on)
      .insertInto('accounts.rights_taken')
      .values({ user_id, name, taken_at: clock.now() })
      .onConflict((there) => there.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  async function deleteTakenRight(on: Pool | PoolClient, user: UserId, name: string): Promise<boolean> {
    const { numDeletedRows } = await queriesOn(on)
      .deleteFrom('accounts.rights_taken')
      .where('user_id', '=', user)
      .where('name', '=', name)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }
  /** @returns false when it was so before */
  async function setTaken(
    on: Pool | PoolClient,
    user_id: UserId,
    name: string,
    taken: boolean,
  ): Promise<boolean> {
    if (!isSpecialRight(name)) {
      return taken ? insertTakenRight(on, user_id, name) : deleteTakenRight(on, user_id, name);
    }
    const db = queriesOn(on);
    if (taken) {
      const given = db.deleteFrom('accounts.special_rights').where('user_id', '=', user_id);
      return (await given.where('name', '=', name).executeTakeFirst()).numDeletedRows === 1n;
    }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('accounts.special_rights')
      .values({ user_id, name, given_at: clock.now() })
      .onConflict((there) => there.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const notified = async (user: UserId, changed: boolean): Promise<boolean> => {
    await pool.query(NOTIFY_STAFF_CHANGE, [user]);
    return changed;
  };
  return {
    /** False when the user did not have it. */
    take: async (user: UserId, right: RightName): Promise<boolean> =>
      notified(user, await setTaken(pool, user, right, true)),
    /** False when the user had it. */
    give: async (user: UserId, right: RightName): Promise<boolean> =>
      notified(user, await setTaken(pool, user, right, false)),
    async isTaken(user: UserId, right: RightName): Promise<boolean> {
      const special = isSpecialRight(right);
      const rows = queriesOn(pool).selectFrom(special ? 'accounts.special_rights' : 'accounts.rights_taken');
      const found = rows.select('name').where('user_id', '=', user).where('name', '=', right);
      return ((await found.executeTakeFirst()) !== undefined) !== special;
    },
    /** Updates the rows from the rights' stream, which is read under the rows' locks. */
    async apply(user: UserId, read: () => Promise<Readonly<Record<string, boolean>>>): Promise<void> {
      await inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        for (const [right, gone] of Object.entries(await read())) {
          await setTaken(client, user, right, gone);
        }
      });
      await notified(user, true);
    },
  };
}

export type RightsRegister = ReturnType<typeof openRightsRegister>;

const CACHED = 20_000;
/** Even without news it is looked at again after this. */
const CACHE_MS = 60_000;

interface CreatorRightsRow {
  user_id: UserId;
  is_shown: boolean;
  is_verified: number;
  is_creator: boolean;
  taken: string[];
  special: string[];
  hides: Hidden | null;
}

const HIDES_NOTHING: Hidden = { income: false, sponsors: false, sponsor_list: false };

function rightsOf(row: CreatorRightsRow | undefined): CreatorRights {
  const taken = new Set<string>(row?.taken);
  const flag = (name: DefaultRight): boolean => row?.is_creator === true && !taken.has(name);
  // Object.fromEntries loses the keys' type.
  const rights = Object.fromEntries(rightNames.map((name) => [name, flag(name)])) as RightFlags;
  const special = row?.is_creator === true ? row.special.filter(isSpecialRight) : [];
  const own = row?.hides ?? HIDES_NOTHING;
  const hides = special.includes('hide_sponsor_count') ? { ...own, sponsors: true, sponsor_list: true } : own;
  return { is_shown: row?.is_shown === true, is_verified: row?.is_verified === 1, rights, special, hides };
}

export async function openRights(pool: Pool, listener: Listener) {
  const cache = new LRUCache<string, { rights: CreatorRights; read_at: number }>({
    ...atMost(CACHED),
    ttl: CACHE_MS,
  });
  // A value read before a change must not enter the cache after it.
  let changes = 0;
  const forget = (user?: string): void => {
    changes += 1;
    if (user === undefined) cache.clear();
    else cache.delete(user);
  };
  await listener.on(ACCOUNT_CHANGED, forget, () => forget());

  async function loadAll(users: readonly UserId[]): Promise<Map<UserId, CreatorRights>> {
    const before = changes;
    const read_at = performance.now();
    const { rows } = await pool.query<CreatorRightsRow>({
      name: 'rights-of',
      text: `SELECT users.id AS user_id, users.is_verified, users.status = ${USER_STATUS.shown} AS is_shown,
                    EXISTS (SELECT FROM accounts.creators
                             WHERE creators.user_id = users.id AND creators.status > 0) AS is_creator,
                    (SELECT json_build_object('income', NOT privacy_public_income,
                                              'sponsors', NOT privacy_public_sponsor,
                                              'sponsor_list', NOT (show_sponsor_list AND privacy_public_sponsor))
                       FROM accounts.creators WHERE creators.user_id = users.id) AS hides,
                    ARRAY (SELECT name FROM accounts.rights_taken WHERE rights_taken.user_id = users.id) AS taken,
                    ARRAY (SELECT name FROM accounts.special_rights given WHERE given.user_id = users.id) AS special
               FROM accounts.users WHERE users.id = ANY ($1::text[])`,
      values: [users],
    });
    const found = new Map(rows.map((row) => [row.user_id, row]));
    const loaded = new Map(users.map((user) => [user, rightsOf(found.get(user))]));
    if (changes === before) for (const [user, rights] of loaded) cache.set(user, { rights, read_at });
    return loaded;
  }
  const load = async (user: UserId): Promise<CreatorRights> =>
    (await loadAll([user])).get(user) ?? rightsOf(undefined);
  const cachedOf = (user: UserId): CreatorRights | undefined => {
    const cached = cache.get(user);
    return cached && isCurrent(listener, cached.read_at) ? cached.rights : undefined;
  };
  const of = (user: UserId): CreatorRights | Promise<CreatorRights> => cachedOf(user) ?? load(user);
  return {
    /** Cached, because calls check it often. */
    of,
    /** The same of several users: one query for those that are not cached, in the order of the users. */
    async ofAll(users: readonly UserId[]): Promise<CreatorRights[]> {
      const cached = new Map(users.map((user) => [user, cachedOf(user)]));
      const missing = users.filter((user) => cached.get(user) === undefined);
      const loaded = missing.length === 0 ? undefined : await loadAll([...new Set(missing)]);
      return users.map((user) => cached.get(user) ?? loaded?.get(user) ?? rightsOf(undefined));
    },
    /** As the database has it now. */
    refresh: load,
    /** Whether the user has the right. A refusal is never based on a cached value, so a new grant applies immediately. */
    allows: async (user: UserId, may: (rights: CreatorRights) => boolean): Promise<boolean> =>
      may(await of(user)) || may(await load(user)),
  };
}

export type Rights = Awaited<ReturnType<typeof openRights>>;
