import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { membershipStream } from '#events/stream-names.ts';
import { type BusinessCalendar, DAY_MS, type Millis } from '#events/time.ts';
import { membershipNoticesOf } from '#services/accounts/notify-config.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { type Grant, liveRunOf, type MembershipState } from '#services/commerce/memberships/membership.ts';
import type { Outbox } from '#services/messages/outbox.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Process } from '../process.ts';
import { dueAfter } from './due.ts';
import { MEMBERSHIP_CHANGES, type Track, trackKey, untilOf } from './membership-expiry.ts';

interface Parts {
  pool: Pool;
  calendar: BusinessCalendar;
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

/** The first notice comes this long before the end. */
const BEFORE_MS = 3 * DAY_MS;
/** An end is not reported later than this, for example after a long standstill. */
const LATEST_MS = 3 * DAY_MS;

interface Notice {
  template: 'membership_ending' | 'membership_ended';
  plan_name: string;
  until: Millis;
  /** The same is sent once. */
  key: string;
}

/** The notices that are due, and when to look again: null when no membership has an end ahead. */
function dueNotices(state: MembershipState, now: Millis): { notices: Notice[]; next: Millis | null } {
  const lasts = state.runs.flatMap(({ grants }): (Grant & { until: Millis })[] => {
    const last = grants.at(-1);
    return last && last.until !== null ? [{ ...last, until: last.until }] : [];
  });
  const notices = lasts.flatMap(({ plan_id, plan_name, until }): Notice[] => {
    const notice = { plan_name, until, key: `${plan_id} ${until}` };
    if (now < until) return now < until - BEFORE_MS ? [] : [{ ...notice, template: 'membership_ending' }];
    const over = now < until + LATEST_MS && liveRunOf(state, plan_id, now) === null;
    return over ? [{ ...notice, template: 'membership_ended' }] : [];
  });
  const ahead = lasts.flatMap(({ until }) => [until - BEFORE_MS, until]).filter((at) => at > now);
  return { notices, next: ahead.length === 0 ? null : Math.min(...ahead) };
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Sends a fan a notice three days before a membership ends, and when it has ended; each once, by its key. */
export const membershipNotices = ({ pool, calendar, committer, outbox }: Parts): Process => {
  const written = (at: Millis): string => {
    const { hour, minute } = calendar.partsOf(at);
    return `${calendar.dayOf(at)} ${two(hour)}:${two(minute)}`;
  };
  const nameOf = async (user: UserId): Promise<string> => {
    const users = queriesOn(pool).selectFrom('accounts.users').where('id', '=', user);
    return (await users.select('name').executeTakeFirst())?.name ?? '';
  };
  return {
    name: 'membership-notices',
    types: MEMBERSHIP_CHANGES,
    timerFor(event) {
      const { creator_id, user_id } = event.data as Track; // every type has it
      const until = untilOf(event);
      const key = trackKey(event.data as Track);
      if (until === null) return { key, clear: true };
      return { key, set: { due_at: dueAfter(event, until - BEFORE_MS), data: { creator_id, user_id } } };
    },
    async fire({ data }, now) {
      const [creator_id, user_id] = [String(data.creator_id) as UserId, String(data.user_id) as UserId];
      const stream = membershipStream(creator_id, user_id);
      const state = await committer.read([stream], (states) => states.get('membership', stream));
      const { notices, next } = dueNotices(state, now);
      if (notices.length > 0 && (await membershipNoticesOf(pool, user_id))) {
        const name = await nameOf(creator_id);
        for (const { template, plan_name, until, key } of notices) {
          const values = { plan_name, name, date: written(until) };
          await outbox.send({
            to_user: user_id,
            template,
            values,
            message_key: `${template} ${user_id} ${key}`,
          });
        }
      }
      return next === null ? 'done' : { again_at: next };
    },
  };
};
