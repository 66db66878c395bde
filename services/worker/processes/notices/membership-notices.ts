import type { Pool } from 'pg';
import type { PlanId, UserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { agreementStream, membershipStream } from '#events/stream-names.ts';
import { type BusinessCalendar, DAY_MS, type Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { type AgreementState, agreementKind } from '#services/commerce/memberships/agreement.ts';
import {
  type Grant,
  type MembershipState,
  membershipKind,
  openRunOf,
} from '#services/commerce/memberships/membership.ts';
import { RENEWED_BEFORE_MS } from '#services/commerce/orders/renew-membership.ts';
import { isNotified } from '#services/modules/messages/notify-config.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Process, Timer, TimerChange } from '../../process.ts';
import { dueTimeOf } from '../due-time.ts';
import { MEMBERSHIP_CHANGES, type MembershipChange, trackKey, untilOf } from '../membership-expiry.ts';

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
  plan_id: PlanId;
  plan_name: string;
  until: Millis;
  /** The same is sent once. */
  key: string;
}

/** Another plan begins where this one ends, as the fan has chosen. */
const isFollowed = ({ runs }: MembershipState, until: Millis): boolean =>
  runs.some(
    ({ begin, independent, grants }) => !independent && begin === until && (grants[0]?.at ?? begin) < begin,
  );

/** The notices that are due, and when to look again: null when no membership has an end ahead. */
function dueNotices(state: MembershipState, now: Millis): { notices: Notice[]; next: Millis | null } {
  const lasts = state.runs.flatMap(({ independent, grants }): (Grant & { until: Millis })[] => {
    const last = grants.at(-1);
    if (!last || last.until === null || (!independent && isFollowed(state, last.until))) return [];
    return [{ ...last, until: last.until }];
  });
  const notices = lasts.flatMap(({ plan_id, plan_name, until }): Notice[] => {
    const notice = { plan_id, plan_name, until, key: `${plan_id} ${until}` };
    if (now < until) return now < until - BEFORE_MS ? [] : [{ ...notice, template: 'membership_ending' }];
    const over = now < until + LATEST_MS && openRunOf(state, plan_id, now) === null;
    return over ? [{ ...notice, template: 'membership_ended' }] : [];
  });
  const ahead = lasts.flatMap(({ until }) => [until - BEFORE_MS, until]).filter((at) => at > now);
  return { notices, next: ahead.length === 0 ? null : Math.min(...ahead) };
}

/** A notice of a renewal, which the fan always gets. null: no notice of this event. */
function noticeOf({
  type,
  data,
  metadata,
}: Renewal): { template: RenewalNotice; at: Millis; amount: number } | null {
  switch (type) {
    case 'RenewalPaid':
      return { template: 'membership_renewed', at: data.until, amount: data.amount };
    case 'RenewalFailed':
      return data.attempt > 1 ? null : { template: 'renewal_failed', at: data.next_at ?? 0, amount: 0 };
    case 'AgreementEnded':
      return data.reason === 'fan' ? null : { template: 'renewal_ended', at: metadata.at, amount: 0 };
  }
}
type RenewalNotice = 'membership_renewed' | 'renewal_failed' | 'renewal_ended';
const RENEWALS = ['RenewalPaid', 'RenewalFailed', 'AgreementEnded'] as const;
type Renewal = RecordedEvent<(typeof RENEWALS)[number]>;
const isRenewal = (event: MembershipChange | Renewal): event is Renewal =>
  RENEWALS.some((type) => type === event.type);

const two = (part: number): string => String(part).padStart(2, '0');

/**
 * Notifies a fan three days before a membership ends or renews, and when it has ended; of paid and declined renewals,
 * and of their end. Each once, by its key.
 */
export const membershipNotices = ({ pool, calendar, committer, outbox }: Parts): Process => {
  const written = (at: Millis): string => {
    const { hour, minute } = calendar.partsOf(at);
    return `${calendar.dayOf(at)} ${two(hour)}:${two(minute)}`;
  };
  const nameOf = async (user: UserId): Promise<string> => {
    const users = queriesOn(pool).selectFrom('accounts.users').where('id', '=', user);
    return (await users.select('name').executeTakeFirst())?.name ?? '';
  };
  const agreementOf = (plan_id: PlanId, user_id: UserId): Promise<AgreementState> => {
    const stream = agreementStream(plan_id, user_id);
    return committer.read([stream], (states) => states.get(agreementKind, stream));
  };

  async function sendRenewalNotice({ key, data }: Timer): Promise<void> {
    const [user_id, plan_id] = [String(data.user_id) as UserId, String(data.plan_id) as PlanId];
    const state = await agreementOf(plan_id, user_id);
    if (state.phase === 'none') return;
    const { plan_name, creator_id, amount } = state.agreed;
    const values = {
      plan_name,
      name: await nameOf(creator_id),
      date: written(Number(data.at)),
      amount: toWire(fenOf(Number(data.amount) || amount)),
    };
    const template = String(data.template) as RenewalNotice;
    await outbox.send({ to_user: user_id, template, values, message_key: key });
  }

  async function sendNotice(user_id: UserId, name: string, notice: Notice): Promise<void> {
    const { template, plan_id, plan_name, until, key } = notice;
    const to = { to_user: user_id, message_key: `${template} ${user_id} ${key}` };
    const agreement = await agreementOf(plan_id, user_id);
    if (template === 'membership_ending' && agreement.phase === 'active') {
      const amount = toWire(agreement.agreed.amount);
      const values = { plan_name, name, amount, date: written(until - RENEWED_BEFORE_MS) };
      await outbox.send({ ...to, template: 'membership_renews', values });
    } else {
      await outbox.send({ ...to, template, values: { plan_name, name, date: written(until) } });
    }
  }

  return {
    name: 'membership-notices',
    types: [...MEMBERSHIP_CHANGES, ...RENEWALS],
    timerFor(event: MembershipChange | Renewal): TimerChange | undefined {
      if (isRenewal(event)) {
        const notice = noticeOf(event);
        const { user_id, plan_id } = event.data;
        const key = `${event.type} ${event.id}`;
        return notice === null
          ? undefined
          : {
              key,
              set: { due_at: dueTimeOf(event, event.metadata.at), data: { ...notice, user_id, plan_id } },
            };
      }
      const { creator_id, user_id } = event.data;
      const until = untilOf(event);
      const key = trackKey(event.data);
      if (until === null) return { key, clear: true };
      return { key, set: { due_at: dueTimeOf(event, until - BEFORE_MS), data: { creator_id, user_id } } };
    },
    async fire(timer, now) {
      const { data } = timer;
      if (data.template !== undefined) {
        await sendRenewalNotice(timer);
        return 'done';
      }
      const [creator_id, user_id] = [String(data.creator_id) as UserId, String(data.user_id) as UserId];
      const stream = membershipStream(creator_id, user_id);
      const state = await committer.read([stream], (states) => states.get(membershipKind, stream));
      const { notices, next } = dueNotices(state, now);
      if (notices.length > 0 && (await isNotified(pool, user_id, 'membership'))) {
        const name = await nameOf(creator_id);
        for (const notice of notices) await sendNotice(user_id, name, notice);
      }
      return next === null ? 'done' : { again_at: next };
    },
  };
};
