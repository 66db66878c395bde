import { beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getCase, openCase } from '#services/contract/cases/cases.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { blockUser, unblockUser } from '#services/contract/relations/blocks.ts';
import { getSupportAccess, getSupportOrder, handOverOrder } from '#services/contract/staff/support.ts';
import { checkInTicket, listMyTickets, listOrderTickets } from '#services/contract/tickets/tickets.ts';
import { buyTickets, openEvent } from '../testing/event-tickets.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { publish } from '../testing/posting.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { certify } from '../testing/replying.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';
import { accountOf } from './testing/account-of.ts';

const race = fixture(() => startRace(2));
const support = fixture(() => race.api.staff('support'));
const fan = fixture(() => race.api.user('Anna'));
const other = fixture(() => race.api.user('Anna again'));
const shop = fixture(async () => {
  const opened = await openShop(race.api, [forSale('Red', 100)]);
  await certify(race.api, opened.creator);
  return opened;
});
const event = fixture(() => openEvent(race.api, shop.creator));

const handOver = async (out_trade_no: string, to: TestUser = other, as: TestUser = support) => {
  const account = await accountOf(race.api, to);
  return race.api.call(handOverOrder, { out_trade_no, from: fan.user_id, account, reason: 'lost phone' }, as);
};

/** Everything of the creator's money and statistics. */
async function figures(): Promise<unknown> {
  await race.api.projected();
  const tables = [
    'daily_stats',
    'daily_fans',
    'daily_skus',
    'order_days',
    'order_fan_days',
    'ledger_accounts',
  ];
  const found = tables.map(async (table) => {
    const { rows } = await race.api.deps.pool.query(
      `SELECT json_agg(t ORDER BY t::text) AS rows FROM rm.${table} t`,
    );
    return rows[0];
  });
  return Promise.all(found);
}

describe('an order that support hands over', () => {
  it('is with the other account alone, with what it opens; money and statistics stay', async () => {
    const out_trade_no = await orderCalls(race.api, fan).buy(unitsOf(shop, 2));
    const skus = [{ plan_id: shop.plan.plan_id, sku_id: shop.skus[0]!.sku_id }];
    const post = await publish(race.api, shop.creator, { content: 'Secret words', audience: 'named', skus });
    const before = await figures();
    expect((await handOver(out_trade_no)).ec).toBe(200);
    expect(await figures()).toEqual(before);
    expect((await race.api.call(getOrder, { out_trade_no }, fan)).ec).toBe(40400);
    const { story, may } = await race.api.data(getOrder, { out_trade_no }, other);
    expect([story.at(-1)?.what, may.receipt]).toEqual(['handed_over', true]);
    const [mine, theirs] = await Promise.all([fan, other].map((one) => race.api.data(listMyOrders, {}, one)));
    expect([mine?.total_count, theirs?.total_count]).toEqual([0, 1]);
    const access = (user_id: string) =>
      race.api.data(getSupportAccess, { post_id: post.post_id, user_id, reason: 'x' }, support);
    expect((await access(other.user_id)).open).toBe(true);
    expect((await access(fan.user_id)).open).toBe(false);
    const ask = { out_trade_no, kind: 'help', topic: 'other', text: 'Where?' } as const;
    expect((await race.api.call(openCase, ask, fan)).ec).toBe(40400);
    await race.api.data(openCase, ask, other);
    expect((await race.api.data(getCase, { out_trade_no }, shop.creator)).case?.fan.name).toBe('Anna again');
    expect((await race.api.data(getSupportOrder, { out_trade_no, reason: 'x' }, support)).out_trade_no).toBe(
      out_trade_no,
    );
  });

  it('has new ticket codes; the old QR code is refused at the door', async () => {
    const { out_trade_no } = await buyTickets(race.api, event, fan, { count: 1 });
    await race.api.projected();
    const [old] = (await race.api.data(listOrderTickets, { out_trade_no }, fan)).list;
    expect((await handOver(out_trade_no)).ec).toBe(200);
    await race.api.projected();
    expect((await race.api.call(listOrderTickets, { out_trade_no }, fan)).ec).toBe(40400);
    expect((await race.api.data(listMyTickets, {}, fan)).list.map(({ id }) => id)).not.toContain(old!.id);
    const [present] = (await race.api.data(listOrderTickets, { out_trade_no }, other)).list;
    expect(present).toMatchObject({ id: old!.id, holder_changes: 0 });
    expect(present!.code).not.toBe(old!.code);
    for (const earlier of [{ token: old!.token }, { code: old!.code }]) {
      expect((await race.api.send(checkInTicket, earlier, shop.creator)).ec).toBe(40902);
    }
    expect((await race.api.send(checkInTicket, { token: present!.token }, shop.creator)).data.outcome).toBe(
      'admitted',
    );
  });

  it('is refused for an account that the creator rejects, as it cannot buy', async () => {
    const out_trade_no = await orderCalls(race.api, fan).buy(unitsOf(shop, 1));
    const rejected = await race.api.user('Anna at odds');
    const change = { user_id: rejected.user_id, type: 'reject' } as const;
    await race.api.data(blockUser, change, shop.creator);
    const { ec, data } = await handOver(out_trade_no, rejected);
    expect([ec, data.errors?.map(({ field }) => field)]).toEqual([40000, ['account']]);
    await race.api.data(unblockUser, change, shop.creator);
    expect((await handOver(out_trade_no, rejected)).ec).toBe(200);
  });

  it('is refused for unknown accounts, the creator, and to everybody but support', async () => {
    const out_trade_no = await orderCalls(race.api, fan).buy(unitsOf(shop, 1));
    expect((await handOver(out_trade_no, shop.creator)).data.errors?.[0]?.field).toBe('account');
    for (const account of ['nobody@example.com', '13900000000']) {
      const refused = await race.api.call(
        handOverOrder,
        { out_trade_no, from: fan.user_id, account, reason: 'x' },
        support,
      );
      expect(refused.data.errors?.[0]?.field).toBe('account');
    }
    for (const as of [fan, shop.creator, await race.api.staff('finance'), await race.api.staff('admin')])
      expect((await handOver(out_trade_no, other, as)).ec).toBe(40300);
  });
});

describe('an order that is handed over to two accounts at once, on two servers', () => {
  const another = fixture(() => race.api.user('Somebody'));
  let accounts: string[];
  beforeAll(async () => {
    accounts = await Promise.all([other, another].map((one) => accountOf(race.api, one)));
  });

  /** Times that it was handed over. */
  async function run(servers: Servers, round: number): Promise<number> {
    const out_trade_no = await orderCalls(race.api, fan).buy(unitsOf(shop, 1));
    // Both servers have seen the order.
    for (const n of [0, 1]) await servers.call(n, getSupportOrder, { out_trade_no, reason: 'x' }, support);
    const answers = await Promise.all(
      accounts.map((account, n) =>
        servers.call(
          round + n,
          handOverOrder,
          { out_trade_no, from: fan.user_id, account, reason: 'lost phone' },
          support,
        ),
      ),
    );
    for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    const events = await race.api.deps.log.readStream(orderStream(asOutTradeNo(out_trade_no)));
    return events.filter(({ type }) => type === 'OrderHandedOver').length;
  }

  it('goes to one of them', async () => {
    for (let round = 0; round < 6; round += 1) expect(await run(race.guarded, round)).toBe(1);
  });

  it('negative control: without expected versions it goes to both', async () => {
    expect(await goesWrong(async (round) => (await run(race.careless, round)) > 1)).toBe(true);
  });
});
