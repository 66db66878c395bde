import type { UserId } from './ids.ts';

/** What is said of a creator's wish to be certified, or of being certified. */
interface CertificationVerdict {
  user_id: UserId;
  /** Reference of what the creator showed, which lies in the vault; null: nothing was shown. */
  application_id: string | null;
  /** Who said it; null: whoever works at the machine, or the sandbox by itself. */
  by: UserId | null;
  /** Empty at most where it is approved. */
  reason: string;
}

export type CertificationEvent =
  | { type: 'CertificationApproved'; data: CertificationVerdict }
  | { type: 'CertificationRejected'; data: CertificationVerdict }
  | { type: 'CertificationHeld'; data: CertificationVerdict }
  /** One that stood was taken back. */
  | { type: 'CertificationRevoked'; data: CertificationVerdict };
