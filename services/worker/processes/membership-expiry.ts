import type { PlanId, UserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { expireMembership } from '#services/commerce/memberships/expire-membership.ts';
import type { Process, TimerChange } from '../process.ts';
import { dueAfter } from './due.ts';

interface Track {
  creator_id: UserId;
  user_id: UserId;
  plan_id: PlanId;
  independent: boolean;
}

/** Plans of one upgrade family end together; independent ones separately. */
const keyOf = ({ creator_id, user_id, plan_id, independent }: Track): string =>
  `${creator_id} ${user_id} ${independent ? plan_id : 'main'}`;

const change = (track: Track, until: Millis | null, due: (until: Millis) => Millis): TimerChange => {
  const key = keyOf(track);
  if (until === null) return { key, clear: true };
  const { creator_id, user_id } = track;
  return { key, set: { due_at: due(until), data: { creator_id, user_id } } };
};

/** Records the end of every membership when it comes. */
export const membershipExpiry = ({ committer }: { committer: Committer }): Process => ({
  name: 'membership-expiry',
  types: [
    'MembershipStarted',
    'MembershipExtended',
    'MembershipUpgraded',
    'MembershipRevoked',
    'MembershipExpired',
  ],
  timerFor(event) {
    const due = (until: Millis) => dueAfter(event, until);
    // Each type's data by its type.
    if (event.type === 'MembershipExpired') {
      return change(event.data as DataOf<'MembershipExpired'>, null, due);
    }
    if (event.type === 'MembershipRevoked') {
      const revoked = event.data as DataOf<'MembershipRevoked'>;
      return change(revoked, revoked.runs_on?.until ?? null, due);
    }
    const grant = event.data as DataOf<'MembershipStarted'>;
    return change(grant, grant.until, due);
  },
  async fire({ key, due_at, data }) {
    const outcome = await committer.submit(
      expireMembership({
        creator_id: String(data.creator_id) as UserId,
        user_id: String(data.user_id) as UserId,
        causation_id: `timer ${key}`,
      }),
    );
    const next = outcome.accepted ? outcome.result.next : null;
    // The end of this timer is in the future again: the clock stepped back after it fired.
    return next !== null && next <= due_at ? { again_at: next } : 'done';
  },
});
