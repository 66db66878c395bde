import type { UserId } from './ids.ts';

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
