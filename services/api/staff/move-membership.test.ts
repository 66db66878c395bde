import { beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo, type OutTradeNo, type PlanId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DataOf } from '#events/registry.ts';
import { agreementStream, membershipStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { HOUR_MS } from '#events/time.ts';
import { foldRecorded, type StreamKind, unwritten } from '#services/commerce/engine/stream-kind.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { membershipKind, runOfOrder } from '#services/commerce/memberships/membership.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { endAgreement, listAgreements } from '#services/contract/memberships/calls.ts';
import { listMyMembers, listMySponsorships, listSponsors } from '#services/contract/memberships/sponsors.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { getSupportOrder, handOverOrder } from '#services/contract/staff/support.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { handoverNotices } from '#services/worker/processes/notices/handover-notices.ts';
import { renewals } from '#services/worker/processes/renewals.ts';
import { agree, renewable } from '#services/worker/testing/agreements.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { publish } from '../testing/posting.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { certify } from '../testing/replying.ts';
import type { Servers } from '../testing/servers.ts';
import type { TestUser } from '../testing/test-api.ts';
import { accountOf } from './testing/account-of.ts';

const clock = movableClock();
const race = fixture(() => startRace(1, { clock }));
const support = fixture(() => race.api.staff('support'));
const creator = fixture(async () => {
  const one = await race.api.creator('Lin');
  await certify(race.api, one);
  return one;
});
let plan_id: PlanId;
beforeAll(async () => {
  plan_id = await renewable(race.api, creator);
});

const moveOf = async (out_trade_no: string, { user_id }: TestUser, to: TestUser) => ({
  out_trade_no,
  from: user_id,
  account: await accountOf(race.api, to),
  reason: 'registered twice',
});
const person = async () => {
  const [first, other] = [await race.api.user('Anna'), await race.api.user('Anna again')];
  return { first, other };
};

/** A stream as the log has it. */
async function stateOf<State>(kind: StreamKind<State>, stream: string): Promise<State> {
  return foldRecorded(kind, unwritten(kind), await race.api.deps.log.readStream(stream)).state;
}
/** Accounts that have the order's membership. */
async function holders(order: OutTradeNo, users: readonly TestUser[]): Promise<UserId[]> {
  const found: UserId[] = [];
  for (const { user_id } of users) {
    const state = await stateOf(membershipKind, membershipStream(creator.user_id, user_id));
    if (runOfOrder(state, order)) found.push(user_id);
  }
  return found;
}
const ownerOf = async (order: OutTradeNo) => {
  const state = await stateOf(orderKind, orderStream(order));
  return state.phase === 'none' ? undefined : state.owner;
};

describe('a membership that support moves', () => {
  it('is the other account’s for reading and in every list; a refund takes it back there', async () => {
    const { api } = race;
    const { first, other } = await person();
    const order = await agree(api, first, plan_id);
    const { post_id } = await publish(api, creator, { content: 'For members', audience: 'members' });
    await api.projected();
    const [before] = (await api.data(listMySponsorships, {}, first)).list;
    await api.data(handOverOrder, await moveOf(order, first, other), support);
    await api.projected();

    const reads = async (one: TestUser) => (await api.data(getPost, { post_id }, one)).post.has_right;
    expect([await reads(first), await reads(other)]).toEqual([false, true]);
    const [after] = (await api.data(listMySponsorships, {}, other)).list;
    expect(after?.plans[0]?.expire_time).toBe(before?.plans[0]?.expire_time);
    expect((await api.data(listMySponsorships, {}, first)).list).toEqual([]);
    const members = (await api.data(listMyMembers, {}, creator)).list.map(({ user }) => user.user_id);
    expect([members.includes(first.user_id), members.includes(other.user_id)]).toEqual([false, true]);
    const sponsors = (await api.data(listSponsors, { per_page: 50 }, creator)).list;
    const sponsor = sponsors.find(({ user }) => user.user_id === other.user_id);
    expect(sponsor).toMatchObject({ all_sum_amount: '0.00', imported: false });
    const sold = (await api.data(listCreatorOrders, {}, creator)).list;
    expect(sold.find(({ out_trade_no }) => out_trade_no === order)?.user.user_id).toBe(other.user_id);
    const [mine, theirs] = [first, other].map((one) => api.data(listMyOrders, {}, one));
    expect((await mine)?.total_count).toBe(0);
    expect((await theirs)?.list.map(({ user }) => user.user_id)).toEqual([other.user_id]);
    const [agreement] = (await api.data(listAgreements, {}, first)).list;
    expect(agreement).toMatchObject({ end_reason: 'handed_over', next_charge_time: null });
    const { story } = await api.data(getOrder, { out_trade_no: order }, other);
    expect(story.map(({ what }) => what)).toEqual(['placed', 'paid', 'membership', 'handed_over']);

    await api.data(refundOrder, { out_trade_no: order }, creator);
    await api.projected();
    expect([await reads(first), await reads(other)]).toEqual([false, false]);
    const told = (await api.data(getOrder, { out_trade_no: order }, creator)).story.map(({ what }) => what);
    expect(told).toContain('membership_back');
    expect((await api.call(endAgreement, { plan_id }, other)).ec).toBe(40400);
  });

  it('with several orders is one message to each account', async () => {
    const { api } = race;
    const { first, other } = await person();
    const calls = orderCalls(api, first);
    const order = await calls.buy({ plan_id, month: 1 });
    await calls.buy({ plan_id, month: 1 });
    const head = await api.deps.log.head();
    await api.data(handOverOrder, await moveOf(order, first, other), support);
    const process = handoverNotices(api.deps);
    const { events } = await api.deps.log.readAll(head, { limit: 100, types: process.types });
    expect(events).toHaveLength(2);
    for (const event of events) {
      const change = process.timerFor(event);
      if (change === undefined || !('set' in change)) throw new Error('there is no timer');
      await process.fire({ key: change.key, ...change.set, attempts: 0 }, clock.now());
    }
    const { rows } = await api.deps.pool.query(
      `SELECT to_user, template FROM runtime.outbox WHERE to_user = ANY ($1) ORDER BY template`,
      [[first.user_id, other.user_id]],
    );
    expect(rows).toEqual([
      { to_user: first.user_id, template: 'order_handed_over' },
      { to_user: other.user_id, template: 'order_received' },
    ]);
  });

  it('is refused by field where the other account has one', async () => {
    const { api } = race;
    const { first, other } = await person();
    const order = await orderCalls(api, first).buy({ plan_id, month: 1 });
    await orderCalls(api, other).buy({ plan_id, month: 1 });
    const { ec, data } = await api.call(handOverOrder, await moveOf(order, first, other), support);
    expect([ec, data.errors?.map(({ field }) => field)]).toEqual([40000, ['account']]);
  });
});

/** Two calls at once on two servers, which both know the order; the later half is the former's other way round. */
async function together(
  servers: Servers,
  order: string,
  round: number,
  calls: readonly ((n: number) => Promise<unknown>)[],
) {
  for (const n of [0, 1])
    await servers.call(n, getSupportOrder, { out_trade_no: order, reason: 'x' }, support);
  await Promise.all(calls.map((call, n) => call(round + n)));
}

describe('a membership that is moved while it changes, on two servers', () => {
  const rounds = [0, 1, 2, 3];

  /** Accounts that have the membership after it was moved to two at once, and how often it was moved. */
  async function twice(servers: Servers, round: number) {
    const { first, other } = await person();
    const third = await race.api.user('Somebody');
    const order = asOutTradeNo(await orderCalls(race.api, first).buy({ plan_id, month: 1 }));
    const [one, another] = [await moveOf(order, first, other), await moveOf(order, first, third)];
    await together(servers, order, round, [
      (n) => servers.call(n, handOverOrder, one, support),
      (n) => servers.call(n, handOverOrder, another, support),
    ]);
    return { held: await holders(order, [first, other, third]), owner: await ownerOf(order) };
  }

  /** Who has it after its move and its full refund: nobody, and the refund names the owner of then. */
  async function refunded(servers: Servers, round: number) {
    const { first, other } = await person();
    const order = asOutTradeNo(await orderCalls(race.api, first).buy({ plan_id, month: 1 }));
    const move = await moveOf(order, first, other);
    await together(servers, order, round, [
      (n) => servers.call(n, handOverOrder, move, support),
      (n) => servers.call(n, refundOrder, { out_trade_no: order }, creator),
    ]);
    const state = await stateOf(orderKind, orderStream(order));
    expect(state).toMatchObject({ phase: 'paid', refunded: fenOf(3_000) });
    return holders(order, [first, other]);
  }

  it('goes to one of two accounts', async () => {
    for (const round of rounds) {
      const { held, owner } = await twice(race.guarded, round);
      expect(held).toEqual([owner]);
    }
  });

  it('negative control: without expected versions two accounts have it', async () => {
    const isWrong = async (round: number) => (await twice(race.careless, round)).held.length > 1;
    expect(await goesWrong(isWrong)).toBe(true);
  });

  it('is nobody’s after a full refund', async () => {
    for (const round of rounds) expect(await refunded(race.guarded, round)).toEqual([]);
  });

  it('negative control: without expected versions somebody keeps it after the refund', async () => {
    const isWrong = async (round: number) => (await refunded(race.careless, round)).length > 0;
    expect(await goesWrong(isWrong)).toBe(true);
  });
});

describe('a membership that is moved while it renews', () => {
  /** How many of these accounts were charged for a membership that they do not have. */
  async function charged(servers: Servers, persons: number): Promise<number> {
    const { api } = race;
    const sales: { first: TestUser; other: TestUser; order: OutTradeNo }[] = [];
    for (let n = 0; n < persons; n += 1) {
      const { first, other } = await person();
      sales.push({ first, other, order: await agree(api, first, plan_id) });
    }
    const last = await stateOf(agreementKind, agreementStream(plan_id, sales.at(-1)!.first.user_id));
    if (last.phase !== 'active') throw new Error('there is no agreement');
    clock.setOffset(clock.offset + last.until - clock.now() - HOUR_MS);
    let wrong = 0;
    for (const [round, { first, other, order }] of sales.entries()) {
      const move = await moveOf(order, first, other);
      const data = { user_id: first.user_id, plan_id };
      const worker = renewals({ ...servers.deps(round), committer: servers.committer(round) });
      const fire = () => worker.fire({ key: '', due_at: 0, attempts: 0, data }, clock.now());
      await together(servers, order, round, [
        (n) => servers.call(n + 1, handOverOrder, move, support),
        // Without versions it can find what it cannot decide on.
        () => fire().catch(() => undefined),
      ]);
      const events = await api.deps.log.readStream(agreementStream(plan_id, first.user_id));
      const renewed = events.flatMap((one) =>
        one.type === 'RenewalPlaced' ? [(one.data as DataOf<'RenewalPlaced'>).out_trade_no] : [],
      );
      // Both orders are one membership, of one account.
      for (const renewal of renewed) {
        const owners = [await ownerOf(renewal), await ownerOf(order)];
        const held = await holders(renewal, [first, other]);
        if (owners[0] !== owners[1] || held.join() !== owners[0]) wrong += 1;
      }
    }
    return wrong;
  }

  it('is renewed before it moves, or not at all', async () => {
    expect(await charged(race.guarded, 6)).toBe(0);
  });

  it('negative control: without expected versions the first account pays for a membership that is gone', async () => {
    expect(await charged(race.careless, 15)).toBeGreaterThan(0);
  });
});
