import type { UserId } from './ids.ts';

/** What staff may be; nobody's rights include another's (docs/domain.md, Who may do what). */
export type StaffRoleName = 'support' | 'finance' | 'admin';

interface RoleChange {
  user_id: UserId;
  role: StaffRoleName;
  /** Who changed it; null: whoever works at the machine, by the command line. */
  by: UserId | null;
  reason: string;
}

export type StaffEvent =
  | { type: 'StaffRoleGranted'; data: RoleChange }
  | { type: 'StaffRoleRevoked'; data: RoleChange };
