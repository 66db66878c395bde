import type { DomainEvent } from '#events/registry.ts';
import type { CertificationEvent } from '#events/staff.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** The latest decision on a creator's submission. */
interface ReviewedApplication {
  application_id: string | null;
  verdict: 'approved' | 'rejected' | 'held';
  reason: string;
}

/** One creator: certified or not, as far as it was ever written down. */
export interface CertificationState {
  /** Null: no event yet; older decisions have none. */
  certified: boolean | null;
  newest: ReviewedApplication | null;
}

const noCertification: CertificationState = { certified: null, newest: null };

const reviewed = (
  { application_id, reason }: CertificationEvent['data'],
  verdict: ReviewedApplication['verdict'],
): ReviewedApplication => ({ application_id, verdict, reason });

function evolveCertification(state: CertificationState, event: DomainEvent): CertificationState {
  switch (event.type) {
    case 'CertificationApproved':
      return { certified: true, newest: reviewed(event.data, 'approved') };
    case 'CertificationRejected':
      return { certified: false, newest: reviewed(event.data, 'rejected') };
    case 'CertificationHeld':
      return { certified: false, newest: reviewed(event.data, 'held') };
    case 'CertificationRevoked':
      return { ...state, certified: false };
    default:
      return state;
  }
}

export const certificationKind = streamKind<CertificationState>(
  'certification',
  noCertification,
  evolveCertification,
  { shape: 1 },
);
