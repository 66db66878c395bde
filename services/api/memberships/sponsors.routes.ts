import type { z } from 'zod';
import { asUserId, type UserId } from '#events/ids.ts';
import { addDays, DAY_MS } from '#events/time.ts';
import { newPostsOf } from '#read-models/content/feed.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { renewingOf } from '#read-models/memberships/agreements/queries.ts';
import {
  endedMemberships,
  type MembershipSpan,
  membersAt,
  membershipsOf,
  membersPage,
  plannedMemberships,
} from '#read-models/memberships/queries.ts';
import {
  type Sponsor,
  sortedSponsors,
  sponsorOf,
  sponsorsOf,
} from '#read-models/memberships/sponsors/queries.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import {
  deleteSponsorRelation,
  editMembershipNotices,
  getSponsorInfo,
  getThanks,
  listMyMembers,
  listMySponsorships,
  listSponsors,
  whoSponsoredMe,
} from '#services/contract/memberships/sponsors.ts';
import { isNotified, setNotified } from '#services/modules/messages/notify-config.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { type ApiRefusal, notFound } from '../http/refusals.ts';
import { planChanges } from './plan-changes.ts';

/** Above every sponsor's number. */
const EVERY_NUMBER = 2 ** 31 - 1;
/** The thank page shows up to 50 sponsors (creator specification 9). */
const MAX_THANKED = 50;
/** Its top list (creator specification 9). */
const RANKED = 3;
/** Rows read to find those 50: imported contacts and erased users have no public name. */
const THANKED_AMONG = 200;
/** Ended memberships are listed this long. */
const ENDED_MS = 30 * DAY_MS;

const membershipAnswer = ({ plan_id, plan_name, independent, from, until, recurring }: MembershipSpan) => ({
  plan_id,
  name: plan_name,
  independent,
  begin_time: from,
  expire_time: until ?? NEVER_ENDS,
  monthly_amount: wire(recurring),
});

const betweenOf = (found: Sponsor | undefined, spans: readonly MembershipSpan[], creator: string) => ({
  current_amount: wire(found?.sum ?? 0),
  order_count: found?.order_count ?? 0,
  plans: spans.filter(({ creator_id }) => creator_id === creator).map(membershipAnswer),
});

type SponsorsQuery = z.output<typeof listSponsors.query>;

/** Sponsors of a creator: with amounts for the creator, without for others. */
export const sponsorRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'memberships');
  const { accounts, pool, directory, clock, calendar } = deps;

  async function sponsorsAnswer(query: SponsorsQuery, user_id: UserId) {
    const wanted = query.search_q.trim();
    const of = { creator_id: user_id, ...rangeOf(query) };
    const sorted = sortedSponsors[query.sort];
    const found = await (wanted === ''
      ? sorted.all(pool, { ...of, through: query.known_count ?? EVERY_NUMBER })
      : sorted.among(pool, { ...of, users: await directory.searchByName(wanted, user_id) }));
    const users = await directory.usersByIds(found.list.map((one) => one.user_id));
    return pageAnswer(
      query,
      found,
      found.list.map((one) => ({
        user: {
          user_id: one.user_id,
          name: users.get(one.user_id)?.name ?? '',
          avatar: users.get(one.user_id)?.avatar ?? '',
        },
        all_sum_amount: wire(one.sum),
        order_count: one.order_count,
        first_pay_time: one.first_paid,
        last_pay_time: one.last_paid,
        imported: one.imported,
      })),
    );
  }
  on(listSponsors, ({ query, caller }) => sponsorsAnswer(query, caller.user_id));
  on(whoSponsoredMe, ({ body, caller }) => sponsorsAnswer(body, caller.user_id));

  on(getThanks, async ({ query: { user_id } }) => {
    const [{ hides }, found] = await Promise.all([
      accounts.rights.of(user_id as UserId),
      sponsorsOf(pool, { creator_id: user_id, limit: THANKED_AMONG, offset: 0 }),
    ]);
    if (hides.sponsor_list) {
      const total_count = hides.sponsors ? 0 : found.total_count;
      return { list: [], total_count, top_list: [], as_of: found.as_of };
    }
    const users = await directory.usersByIds(found.list.map((one) => one.user_id));
    const shown = [...users.values()].filter(
      ({ imported, name, shown_as_supporter }) => !imported && name !== '' && shown_as_supporter,
    );
    const list = found.list
      .flatMap((one) => shown.find((user) => user.user_id === one.user_id) ?? [])
      .slice(0, MAX_THANKED)
      .map(({ user_id: id, name, avatar }) => ({ user_id: id, name, avatar }));
    const top = hides.income ? [] : list.slice(0, RANKED);
    return {
      list,
      total_count: found.total_count,
      top_list: top.map((one, at) => ({ ...one, rank: at + 1 })),
      as_of: found.as_of,
    };
  });

  on(getSponsorInfo, async ({ query: { user_id: other }, caller: { user_id } }) => {
    const at = clock.now();
    const [outgoing, incoming, mine, theirs] = await Promise.all([
      sponsorOf(pool, { creator_id: other, user_id }),
      sponsorOf(pool, { creator_id: user_id, user_id: other }),
      membershipsOf(pool, { user_id, at }),
      membershipsOf(pool, { user_id: other, at }),
    ]);
    return {
      sponsor_info: {
        in_detail: betweenOf(incoming.rows[0], theirs.rows, user_id),
        out_detail: betweenOf(outgoing.rows[0], mine.rows, other),
      },
      as_of: earliest(outgoing.as_of, incoming.as_of, mine.as_of, theirs.as_of),
    };
  });

  on(listMySponsorships, async ({ caller: { user_id } }) => {
    const at = clock.now();
    const [live, planned, over, notices, leftOf] = await Promise.all([
      membershipsOf(pool, { user_id, at }),
      plannedMemberships(pool, { user_id, at }),
      endedMemberships(pool, { user_id, at, within: ENDED_MS }),
      isNotified(pool, user_id, 'membership'),
      deps.leftCreators.of(user_id),
    ]);
    const ended = over.rows.filter(({ creator_id, until }) => (until ?? NEVER_ENDS) > leftOf(creator_id));
    const ofCreator = Map.groupBy(live.rows, ({ creator_id }) => creator_id);
    const later = Map.groupBy(planned.rows, ({ creator_id }) => creator_id);
    const creators = [...new Set([...ofCreator.keys(), ...later.keys()])];
    const seenOf = await deps.seenPosts.ofCreators(user_id, creators);
    const since = (creator: string) =>
      Math.min(Math.floor(at / 1000), ...(ofCreator.get(creator) ?? []).map(({ from }) => from)) * 1000;
    const [users, changes, sums, fresh] = await Promise.all([
      directory.usersByIds([...creators, ...ended.map(({ creator_id }) => creator_id)]),
      planChanges(deps, user_id, creators, at),
      Promise.all(creators.map((creator_id) => sponsorOf(pool, { creator_id, user_id }))),
      newPostsOf(pool, {
        creator_ids: creators,
        seen: creators.map(seenOf),
        since: creators.map(since),
      }),
    ]);
    const freshOf = new Map(fresh.rows.map(({ creator_id, count }) => [creator_id, count]));
    const creatorAnswer = (creator: string) => {
      const { name = '', avatar = '', url_slug = '' } = users.get(creator) ?? {};
      return { user_id: creator, name, avatar, url_slug };
    };
    return {
      list: creators.map((creator, n) => ({
        user: creatorAnswer(creator),
        plans: (ofCreator.get(creator) ?? []).map(membershipAnswer),
        planned: (later.get(creator) ?? []).map(membershipAnswer),
        can_upgrade: changes.get(creator)?.upgrade === true,
        can_plan_cheaper: changes.get(creator)?.later === true,
        all_sum_amount: wire(sums[n]?.rows[0]?.sum ?? 0),
        new_post_count: freshOf.get(creator) ?? 0,
      })),
      ended: ended.map((span) => ({
        user: creatorAnswer(span.creator_id),
        plan: membershipAnswer(span),
      })),
      notices,
      as_of: earliest(live.as_of, planned.as_of, over.as_of, fresh.as_of),
    };
  });

  /** Why ended memberships with a creator cannot be removed from the person's list; null: they are. */
  async function leave(user_id: UserId, creator: UserId): Promise<ApiRefusal | null> {
    const at = clock.now();
    const [live, planned, over, leftOf] = await Promise.all([
      membershipsOf(pool, { user_id, at }),
      plannedMemberships(pool, { user_id, at }),
      endedMemberships(pool, { user_id, at, within: ENDED_MS }),
      deps.leftCreators.of(user_id),
    ]);
    const isTheirs = ({ creator_id }: MembershipSpan): boolean => creator_id === creator;
    if ([...live.rows, ...planned.rows].some(isTheirs)) return { code: 'state_does_not_allow' };
    const isListed = over.rows.some((span) => isTheirs(span) && (span.until ?? 0) > leftOf(creator));
    if (!isListed) return notFound;
    await deps.leftCreators.leave(user_id, creator, Math.floor(at / 1000));
    return null;
  }
  on(
    deleteSponsorRelation,
    async ({ body: { remote_id }, caller }) => (await leave(caller.user_id, asUserId(remote_id))) ?? {},
  );

  on(editMembershipNotices, async ({ body: { notices }, caller }) => {
    await setNotified(pool, caller.user_id, 'membership', notices);
    return { notices };
  });

  on(listMyMembers, async ({ query, caller: { user_id } }) => {
    const now = clock.now();
    const date = query.date ?? calendar.dayOf(now);
    // The last moment of the day, or now while it is not over.
    const at = Math.min(calendar.startOf(addDays(date, 1)) - 1, now);
    const of = { creator_id: user_id, at };
    const [counted, found] = await Promise.all([
      membersAt(pool, of),
      membersPage(pool, { ...of, ...rangeOf(query) }),
    ]);
    const fans = found.rows.map((one) => one.user_id);
    const [users, renewing] = await Promise.all([
      directory.usersByIds(fans),
      renewingOf(pool, { creator_id: user_id, users: fans }),
    ]);
    const renews = new Set(renewing.rows.map((one) => `${one.plan_id} ${one.user_id}`));
    return {
      date,
      members: counted.members,
      monthly_recurring: wire(counted.recurring),
      ...pageAnswer(
        query,
        { total_count: counted.memberships, list: found.rows, as_of: found.as_of },
        found.rows.map((span) => {
          const { name = '', avatar = '' } = users.get(span.user_id) ?? {};
          const user = { user_id: span.user_id, name, avatar };
          return {
            user,
            plan: membershipAnswer(span),
            renews: renews.has(`${span.plan_id} ${span.user_id}`),
          };
        }),
      ),
      as_of: earliest(counted.as_of, found.as_of, renewing.as_of),
    };
  });
};
