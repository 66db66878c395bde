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

/** Decisions on a creator's certification. */
interface CertificationVerdict {
  user_id: UserId;
  /** Vault reference of the submitted evidence; null: none was submitted. */
  application_id: string | null;
  /** Who decided; null: the command line, or the sandbox automatically. */
  by: UserId | null;
  /** Empty at most where it is approved. */
  reason: string;
}

export type CertificationEvent =
  | { type: 'CertificationApproved'; data: CertificationVerdict }
  | { type: 'CertificationRejected'; data: CertificationVerdict }
  | { type: 'CertificationHeld'; data: CertificationVerdict }
  /** An existing certification was revoked. */
  | { type: 'CertificationRevoked'; data: CertificationVerdict };

interface RightChange {
  user_id: UserId;
  /** A right that every creator has unless it is revoked, e.g. `bundle`. */
  right: string;
  /** Who changed it; null: the command line. */
  by: UserId | null;
  reason: string;
}

export type RightsEvent =
  | { type: 'CreatorRightTaken'; data: RightChange }
  | { type: 'CreatorRightReturned'; data: RightChange };
