import type { UserId } from '#events/ids.ts';
import type { MembershipGrant } from '#events/membership.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { expireMembership } from '#services/commerce/memberships/expire-membership.ts';
import type { Process } from '../process.ts';
import { dueAfter } from './due.ts';

type Track = Pick<MembershipGrant, 'creator_id' | 'user_id' | 'plan_id' | 'independent'>;

/** Plans of one upgrade family end together; independent ones separately. */
const keyOf = ({ creator_id, user_id, plan_id, independent }: Track): string =>
  `${creator_id} ${user_id} ${independent ? plan_id : 'main'}`;

/** Records the end of every membership when it comes. */
export const membershipExpiry = ({ committer }: { committer: Committer }): Process => ({
  name: 'membership-expiry',
  types: ['MembershipStarted', 'MembershipExtended', 'MembershipUpgraded', 'MembershipRevoked'],
  timerFor(event) {
    const track = event.data as Track; // every type has it
    const { creator_id, user_id } = track;
    // Another membership may run beside the refunded one: the timer looks at once, and sets itself to its end.
    const until =
      event.type === 'MembershipRevoked' ? event.metadata.at : (event.data as MembershipGrant).until;
    if (until === null) return { key: keyOf(track), clear: true };
    return { key: keyOf(track), set: { due_at: dueAfter(event, until), data: { creator_id, user_id } } };
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
