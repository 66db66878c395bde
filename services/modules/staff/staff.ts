import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#services/modules/accounts/roles.ts';
import { NOTIFY_STAFF_CHANGE } from '#services/modules/accounts/sessions.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

interface StaffMember {
  user_id: UserId;
  name: string;
  roles: StaffRole[];
  /** Of each of them since when it is held, in milliseconds. */
  since: Readonly<Partial<Record<StaffRole, number>>>;
}

/** For each role ever granted or revoked, whether the user has it. */
type DecidedRoles = Readonly<Partial<Record<StaffRole, boolean>>>;

/**
 * The roles of staff. Changes apply immediately in every process. `grant` and `revoke` write no events: staff is
 * changed by `changeStaff`, which has the rows follow the log.
 */
export function openStaff(pool: Pool, clock: Clock) {
  async function notify(user: UserId): Promise<void> {
    await pool.query(NOTIFY_STAFF_CHANGE, [user]);
  }
  async function give(on: Pool | PoolClient, user_id: UserId, role: StaffRole): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await queriesOn(on)
      .insertInto('accounts.roles')
      .values({ user_id, role, granted_at: clock.now() })
      .onConflict((there) => there.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  async function take(on: Pool | PoolClient, user: UserId, role: StaffRole): Promise<boolean> {
    const { numDeletedRows } = await queriesOn(on)
      .deleteFrom('accounts.roles')
      .where('user_id', '=', user)
      .where('role', '=', role)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }
  const rolesHeld = () => queriesOn(pool).selectFrom('accounts.roles').select('user_id');
  return {
    /** False when the user had the role already. */
    async grant(user: UserId, role: StaffRole): Promise<boolean> {
      const changed = await give(pool, user, role);
      await notify(user);
      return changed;
    },
    /** False when the user did not have it. */
    async revoke(user: UserId, role: StaffRole): Promise<boolean> {
      const changed = await take(pool, user, role);
      await notify(user);
      return changed;
    },
    /**
     * Updates the rows from the roles' stream, which is read under the rows' locks.
     * @returns whether anything changed
     */
    async apply(user: UserId, read: () => Promise<DecidedRoles>): Promise<boolean> {
      const changed = await inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const current = await read();
        const changes: boolean[] = [];
        for (const role of staffRoles) {
          if (current[role] === undefined) continue;
          changes.push(await (current[role] ? give(client, user, role) : take(client, user, role)));
        }
        return changes.includes(true);
      });
      await notify(user);
      return changed;
    },
    async holders(role: StaffRole): Promise<UserId[]> {
      const held = await rolesHeld().where('role', '=', role).orderBy('user_id').execute();
      return held.map(({ user_id }) => user_id);
    },
    async holds(user: UserId, role: StaffRole): Promise<boolean> {
      const held = rolesHeld().where('user_id', '=', user).where('role', '=', role);
      return (await held.executeTakeFirst()) !== undefined;
    },
    async list(): Promise<StaffMember[]> {
      const { rows } = await pool.query<{
        user_id: UserId;
        name: string;
        roles: string[];
        since: Partial<Record<StaffRole, number>>;
      }>(
        `SELECT users.id AS user_id, users.name, array_agg(roles.role ORDER BY roles.role) AS roles,
                json_object_agg(roles.role, roles.granted_at) AS since
           FROM accounts.roles JOIN accounts.users ON users.id = roles.user_id
          GROUP BY users.id ORDER BY users.name, users.id`,
      );
      return rows.map((row) => ({ ...row, roles: row.roles.filter(isStaffRole) }));
    },
  };
}

export type Staff = ReturnType<typeof openStaff>;
