import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { certificationStream } from '#events/stream-names.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { type CertificationState, certificationKind } from './certification.ts';

export interface DecideCertification {
  user_id: UserId;
  /** The reviewed submission; null: none, or a revocation. */
  application_id: string | null;
  verdict: 'approve' | 'reject' | 'hold' | 'revoke';
  /** Who decides; null: the command line, or the sandbox. */
  by: UserId | null;
  /** Who acts where `by` is null. */
  process?: 'process:admin' | 'process:sandbox';
  reason: string;
  /** Whether the creator is certified now: older decisions have no event. */
  certified: boolean;
}

const closed: Refusal = { code: 'state_does_not_allow' };
const RESULTS = { approve: 'approved', reject: 'rejected', hold: 'held' } as const;
const TYPES = {
  approve: 'CertificationApproved',
  reject: 'CertificationRejected',
  hold: 'CertificationHeld',
  revoke: 'CertificationRevoked',
} as const;

/** Whether anything must be written, or a refusal. */
function change(state: CertificationState, input: DecideCertification): boolean | Refusal {
  const { application_id, verdict } = input;
  const certified = state.certified ?? input.certified;
  if (verdict === 'revoke') return certified;
  if (certified) return verdict === 'approve' ? false : closed;
  if (application_id === null) return verdict === 'approve' ? true : closed;
  const before = state.newest?.application_id === application_id ? state.newest.verdict : undefined;
  if (before === RESULTS[verdict]) return false;
  // An approval or rejection is final: a different later verdict is refused.
  return before === 'approved' || before === 'rejected' ? closed : true;
}

/**
 * Approves, rejects or holds a submission, certifies without one, or revokes a certification. A repetition changes
 * nothing; the first approval or rejection is final. Refuses: the own one (not_allowed), a contrary verdict, one
 * without a subject (state_does_not_allow), and anything but an approval without a reason (reason).
 */
export function decideCertification(input: DecideCertification): Command<{ changed: boolean }> {
  const { user_id, application_id, verdict, by } = input;
  const stream = certificationStream(user_id);
  return {
    name: 'decide_certification',
    actor: by === null ? (input.process ?? 'process:admin') : `user:${by}`,
    streams: [stream],
    decide(states) {
      if (by === user_id) return refuse({ code: 'not_allowed' });
      const reason = checkedReason(input.reason, 'reason', verdict !== 'approve');
      if (isRefusal(reason)) return refuse(reason);
      const changed = change(states.get(certificationKind, stream), input);
      if (isRefusal(changed)) return refuse(changed);
      if (!changed) return accept([], { changed });
      const event: DomainEvent = { type: TYPES[verdict], data: { user_id, application_id, by, reason } };
      return accept([{ stream, creator_id: user_id, event }], { changed });
    },
  };
}
