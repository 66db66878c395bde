import type { UserId } from './ids.ts';

/** The staff roles; none includes another (docs/domain/staff.md). */
export type StaffRoleName = 'support' | 'finance' | 'admin';

interface RoleChange {
  user_id: UserId;
  role: StaffRoleName;
  /** Who changed it; null: the command line. */
  by: UserId | null;
  reason: string;
}

export type StaffEvent =
  | { type: 'StaffRoleGranted'; data: RoleChange }
  | { type: 'StaffRoleRevoked'; data: RoleChange };
