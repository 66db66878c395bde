import type { UserId } from '#events/ids.ts';
import type { MembershipGrant } from '#events/memberships.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { expireMembership } from '#services/commerce/memberships/expire-membership.ts';
import type { Process } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

type Track = Pick<MembershipGrant, 'creator_id' | 'user_id' | 'plan_id' | 'independent'>;

/** The events that move the end of a membership. */
export const MEMBERSHIP_CHANGES = [
  'MembershipStarted',
  'MembershipExtended',
  'MembershipUpgraded',
  'MembershipRevoked',
  'MembershipMovedOut',
  'MembershipMovedIn',
] as const;
export type MembershipChange = RecordedEvent<(typeof MEMBERSHIP_CHANGES)[number]>;

/** Plans of one upgrade family end together; independent ones separately. */
export const trackKey = ({ creator_id, user_id, plan_id, independent }: Track): string =>
  `${creator_id} ${user_id} ${independent ? plan_id : 'main'}`;

/**
 * The end after one of these events. Another membership may run beside a refunded one, or before a later period: the timer
 * checks immediately, and sets itself to the next end.
 */
export function untilOf({ data, metadata: { at } }: MembershipChange): Millis | null {
  if (!('until' in data)) return at;
  const { from, until } = data;
  return until !== null && from > at ? at : until;
}

/** Records the end of every membership when it comes. */
export const membershipExpiry = ({ committer }: { committer: Committer }): Process => ({
  name: 'membership-expiry',
  types: MEMBERSHIP_CHANGES,
  timerFor(event: MembershipChange) {
    const key = trackKey(event.data);
    const { creator_id, user_id } = event.data;
    const until = untilOf(event);
    if (until === null) return { key, clear: true };
    return { key, set: { due_at: dueTimeOf(event, until), data: { creator_id, user_id } } };
  },
  async fire({ key, data }) {
    const outcome = await committer.submit(
      expireMembership({
        creator_id: String(data.creator_id) as UserId,
        user_id: String(data.user_id) as UserId,
        causation_id: `timer ${key}`,
      }),
    );
    const next = outcome.accepted ? outcome.result.next : null;
    return next === null ? 'done' : { again_at: next };
  },
});
