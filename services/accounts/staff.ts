import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { isStaffRole, type StaffRole } from './roles.ts';
import { ACCOUNT_CHANGED } from './sessions.ts';

interface StaffMember {
  user_id: UserId;
  name: string;
  roles: StaffRole[];
}

/**
 * Who holds which staff role. Changes hold at once, in every process. `grant` and `revoke` write nothing down: staff is
 * changed by `changeStaff`.
 */
export interface Staff {
  /** False when the user had the role already. */
  grant(user: UserId, role: StaffRole): Promise<boolean>;
  /** False when the user did not have it. */
  revoke(user: UserId, role: StaffRole): Promise<boolean>;
  holds(user: UserId, role: StaffRole): Promise<boolean>;
  list(): Promise<StaffMember[]>;
}

export function openStaff(pool: Pool, clock: Clock): Staff {
  async function tell(user: UserId): Promise<void> {
    await pool.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, user]);
  }
  return {
    async grant(user, role) {
      const { rowCount } = await pool.query(
        'INSERT INTO accounts.roles (user_id, role, granted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [user, role, clock.now()],
      );
      await tell(user);
      return rowCount === 1;
    },
    async revoke(user, role) {
      const { rowCount } = await pool.query('DELETE FROM accounts.roles WHERE user_id = $1 AND role = $2', [
        user,
        role,
      ]);
      await tell(user);
      return rowCount === 1;
    },
    async holds(user, role) {
      const { rowCount } = await pool.query('SELECT FROM accounts.roles WHERE user_id = $1 AND role = $2', [
        user,
        role,
      ]);
      return rowCount === 1;
    },
    async list() {
      const { rows } = await pool.query<{ user_id: UserId; name: string; roles: string[] }>(
        `SELECT users.id AS user_id, users.name, array_agg(roles.role ORDER BY roles.role) AS roles
           FROM accounts.roles JOIN accounts.users ON users.id = roles.user_id
          GROUP BY users.id ORDER BY users.name, users.id`,
      );
      return rows.map((row) => ({ ...row, roles: row.roles.filter(isStaffRole) }));
    },
  };
}
