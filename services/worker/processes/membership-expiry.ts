import type { RecordedEvent } from '#events/envelope.ts';
import type { UserId } from '#events/ids.ts';
import type { MembershipGrant } from '#events/memberships.ts';
import type { EventType } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { expireMembership } from '#services/commerce/memberships/expire-membership.ts';
import type { Process } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

export type Track = Pick<MembershipGrant, 'creator_id' | 'user_id' | 'plan_id' | 'independent'>;

/** The events that move the end of a membership. */
export const MEMBERSHIP_CHANGES: readonly EventType[] = [
  'MembershipStarted',
  'MembershipExtended',
  'MembershipUpgraded',
  'MembershipRevoked',
];

/** Plans of one upgrade family end together; independent ones separately. */
export const trackKey = ({ creator_id, user_id, plan_id, independent }: Track): string =>
  `${creator_id} ${user_id} ${independent ? plan_id : 'main'}`;

/**
 * The end after one of these events. Another membership may run beside a refunded one, or before a later period: the timer
 * checks immediately, and sets itself to the next end.
 */
export function untilOf({ type, data, metadata: { at } }: RecordedEvent): Millis | null {
  if (type === 'MembershipRevoked') return at;
  const { from, until } = data as MembershipGrant; // by its type
  return until !== null && from > at ? at : until;
}

/** Records the end of every membership when it comes. */
export const membershipExpiry = ({ committer }: { committer: Committer }): Process => ({
  name: 'membership-expiry',
  types: MEMBERSHIP_CHANGES,
  timerFor(event) {
    const track = event.data as Track; // every type has it
    const { creator_id, user_id } = track;
    const until = untilOf(event);
    if (until === null) return { key: trackKey(track), clear: true };
    return { key: trackKey(track), set: { due_at: dueTimeOf(event, until), data: { creator_id, user_id } } };
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
