import type { Pool } from 'pg';
import { asUserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { keyOfStream, kindOfStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { RightsRegister } from '#services/modules/accounts/rights.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Certifications } from '#services/modules/staff/certifications.ts';
import { applyRights } from '#services/modules/staff/change-rights.ts';
import { applyRoles } from '#services/modules/staff/change-staff.ts';
import { applyStanding } from '#services/modules/staff/change-standing.ts';
import { applyFactorRemoval } from '#services/modules/staff/remove-factors.ts';
import { applyCertification } from '#services/modules/staff/review-certification.ts';
import type { Staff } from '#services/modules/staff/staff.ts';
import type { BankReviews } from '#services/modules/withdrawals/bank-reviews.ts';
import { applyVerdict } from '#services/modules/withdrawals/review-card.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Process } from '../process.ts';

/** The rows that follow staff decisions. */
export interface StaffRows {
  staff: Staff;
  certifications: Certifications;
  register: RightsRegister;
  bankReviews: Pick<BankReviews, 'of' | 'apply'>;
  vault: Pick<Vault, 'forget'>;
}

interface Parts extends StaffRows {
  pool: Pool;
  clock: Clock;
  committer: Pick<Committer, 'submit' | 'read'>;
  outbox: Pick<Outbox, 'send'>;
}

/** Applies the stream of an event, in its newest state, so that no older state returns. */
async function applyStream(parts: Parts, stream: string): Promise<void> {
  const key = keyOfStream(stream);
  switch (kindOfStream(stream)) {
    case 'staff':
      await applyRoles(parts, asUserId(key));
      return;
    case 'certification':
      return applyCertification(parts, asUserId(key));
    case 'rights':
      return applyRights(parts, asUserId(key));
    case 'standing':
      await applyFactorRemoval(parts, asUserId(key));
      return applyStanding(parts, asUserId(key));
    case 'card':
      await applyVerdict(parts, key);
      return;
    default:
      throw new Error(`nothing is to be made of ${stream}`);
  }
}

/** Updates rows of roles, rights, certifications and cards that a crash left behind their events. */
export const staffChanges = (parts: Parts): Process => ({
  name: 'staff-changes',
  types: [
    'StaffRoleGranted',
    'StaffRoleRevoked',
    'CertificationApproved',
    'CertificationRejected',
    'CertificationHeld',
    'CertificationRevoked',
    'CreatorRightTaken',
    'CreatorRightReturned',
    'UserShown',
    'UserHidden',
    'UserBanned',
    'UserFactorsRemoved',
    'BankCardApproved',
    'BankCardRejected',
  ],
  timerFor({ stream, metadata }: RecordedEvent) {
    return { key: stream, set: { due_at: metadata.at, data: {} } };
  },
  async fire({ key }) {
    await applyStream(parts, key);
    return 'done';
  },
});
