import type { UserId } from '#events/ids.ts';
import { standingStream } from '#events/stream-names.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';

/**
 * Records that the second factor of a person who has lost it no longer counts, on the command line. Refuses a change
 * without a reason, and a reason that names a number.
 */
export function removeFactors({ user_id, reason }: { user_id: UserId; reason: string }): Command<null> {
  const stream = standingStream(user_id);
  return {
    name: 'remove_factors',
    actor: 'process:admin',
    streams: [stream],
    decide() {
      const why = checkedReason(reason, 'reason', true);
      if (isRefusal(why)) return refuse(why);
      const event = { type: 'UserFactorsRemoved' as const, data: { user_id, by: null, reason: why } };
      return accept([{ stream, creator_id: user_id, event }], null);
    },
  };
}
