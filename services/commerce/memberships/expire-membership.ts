import { derivedEventId, type OutTradeNo, type PlanId, type UserId } from '#events/ids.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { accept, type Command, type Decided } from '../engine/command.ts';
import { type MembershipState, membershipKind } from './membership.ts';

export interface ExpireMembership {
  creator_id: UserId;
  user_id: UserId;
  causation_id?: string;
}

interface Ended {
  run_id: OutTradeNo;
  plan_id: PlanId;
  independent: boolean;
  until: Millis;
}

/** Runs that have ended without a record. */
function unrecorded({ runs }: MembershipState, now: Millis): Ended[] {
  return runs.flatMap(({ run_id, independent, grants, ended }) => {
    const last = grants.at(-1);
    if (!last || last.until === null || last.until > now || last.until === ended) return [];
    return [{ run_id, plan_id: last.plan_id, independent, until: last.until }];
  });
}

/** The earliest end that has not come yet. */
function nextEnd({ runs }: MembershipState, now: Millis): Millis | null {
  const ends = runs.flatMap(({ grants }) => grants.at(-1)?.until ?? []).filter((until) => until > now);
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Records ended memberships of a fan and creator, with their own end times. Refuses nothing. `next` is the earliest
 * future end.
 */
export function expireMembership(input: ExpireMembership): Command<{ ended: number; next: Millis | null }> {
  const { creator_id, user_id } = input;
  const stream = membershipStream(creator_id, user_id);
  return {
    name: 'expire_membership',
    actor: 'process:membership-expiry',
    causation_id: input.causation_id,
    streams: [stream],
    decide(states, now) {
      const state = states.get(membershipKind, stream);
      const over = unrecorded(state, now);
      const events = over.map((end): Decided => {
        const event = { type: 'MembershipExpired' as const, data: { creator_id, user_id, ...end } };
        const id = derivedEventId(event.type, creator_id, user_id, end.run_id, String(end.until));
        return { stream, creator_id, event, id, at: end.until };
      });
      return accept(events, { ended: events.length, next: nextEnd(state, now) });
    },
  };
}
