import { beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream, refundRequestStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { trialBalance } from '#read-models/books/ledger/queries.ts';
import { getFinanceOverview } from '#services/contract/books/finance-overview.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import {
  approveRefundRequest,
  declineRefundRequest,
  getRefundableOrder,
  type OrderToRefund,
  previewRefund,
  refundByHand,
} from '#services/contract/refunds/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

let people: TestUser[];

const race = fixture(() => startRace(1));
beforeAll(async () => {
  people = await Promise.all([0, 1, 2].map(() => race.api.staff('finance')));
});
const shop = fixture(() => openShop(race.api, [forSale('Piano', '', { price: '20000.00' })]));

const person = (n: number): TestUser => people[n] as TestUser;
const eventsOf = (stream: string) => race.api.deps.log.readStream(stream);
const refundsOf = async (order: string) =>
  (await eventsOf(orderStream(asOutTradeNo(order)))).filter(({ type }) => type === 'OrderRefunded');

/** An order of 20,000.00. @param as who buys */
async function paid(as?: TestUser): Promise<string> {
  const fan = as ?? (await race.api.user('Anna'));
  const calls = orderCalls(race.api, fan);
  return calls.buy(unitsOf(shop, 1));
}
const ask = (servers: Servers, n: number, order: string, amount: string, by: TestUser, key?: string) =>
  servers.call(n, refundOrder, { out_trade_no: order, amount, reason: 'late' }, by, key);
const decisions = { approve: approveRefundRequest, decline: declineRefundRequest };
type Named = { out_trade_no: string; refund_id: string };
const decide = (servers: Servers, n: number, verdict: 'approve' | 'decline', named: Named, by: TestUser) =>
  servers.call(n, decisions[verdict], { ...named, reason: 'no proof' }, by);
async function seen(order: string, by = person(0)): Promise<OrderToRefund> {
  await race.api.projected();
  const query = { out_trade_no: order };
  return (await race.api.call(getRefundableOrder, query, by)).data;
}
/** A refund of so much that waits for a second person. */
async function waiting(amount: string): Promise<{ out_trade_no: string; refund_id: string }> {
  const out_trade_no = await paid();
  expect((await ask(race.guarded, 0, out_trade_no, amount, person(0))).data.waits).toBe(true);
  const { requests } = await seen(out_trade_no);
  return { out_trade_no, refund_id: requests[0]?.refund_id ?? '' };
}

describe('a refund by finance', () => {
  it('of the person’s own order or sale is refused', async () => {
    const own = await paid(person(0));
    expect((await ask(race.guarded, 0, own, '1.00', person(0))).ec).toBe(40300);
    expect(await seen(own, person(0))).toMatchObject({ may_refund: false });
    expect(await seen(own, person(1))).toMatchObject({ may_refund: true });
    expect((await ask(race.guarded, 0, own, '1.00', person(1))).ec).toBe(200);
    await race.api.deps.accounts.staff.grant(shop.creator.user_id, 'finance');
    const sold = await paid();
    expect((await ask(race.guarded, 0, sold, '1.00', shop.creator)).ec).toBe(40300);
  });

  it('up to the threshold needs one person', async () => {
    const order = await paid();
    const { data } = await ask(race.guarded, 0, order, '10000.00', person(0));
    expect(data).toMatchObject({ amount: '10000.00', waits: false });
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('above it waits, is listed for finance, and is paid when a second person approves', async () => {
    const order = await paid();
    const body = { out_trade_no: order, amount: '10000.01' };
    const preview = await race.api.call(previewRefund, body, person(0));
    expect(preview.data).toMatchObject({ needs_second: true, amount: '10000.01' });
    const request = await ask(race.guarded, 0, order, '10000.01', person(0), 'once');
    expect(request.data).toMatchObject({ amount: '10000.01', refunded_amount: '0.00', waits: true });
    expect((await ask(race.guarded, 1, order, '10000.01', person(0), 'once')).data.waits).toBe(true);
    expect(await refundsOf(order)).toEqual([]);

    const { requests } = await seen(order);
    expect(requests).toMatchObject([
      { amount: '10000.01', reason: 'late', by: { user_id: person(0).user_id } },
    ]);
    const { data } = await race.api.call(getFinanceOverview, {}, person(1));
    expect(data.attention.list).toContainEqual(
      expect.objectContaining({ kind: 'refund_request', ref: order, amount: '10000.01' }),
    );
    const named = { out_trade_no: order, refund_id: requests[0]?.refund_id ?? '' };
    const self = await decide(race.guarded, 0, 'approve', named, person(0));
    expect([self.ec, self.data.errors?.[0]?.field]).toEqual([40000, 'by']);
    expect((await decide(race.guarded, 1, 'approve', named, person(1))).data.refunded).toBe(true);
    expect((await decide(race.guarded, 0, 'approve', named, person(1))).ec).toBe(200);
    expect(await refundsOf(order)).toMatchObject([
      { data: { amount: 1_000_001, by: 'finance' }, metadata: { actor: `user:${person(1).user_id}` } },
    ]);
    expect(await seen(order)).toMatchObject({ requests: [], refunded_amount: '10000.01' });
  });

  it('in small parts with a larger sum needs a second person, too', async () => {
    const order = await paid();
    expect((await ask(race.guarded, 0, order, '6000.00', person(0))).data.waits).toBe(false);
    expect((await ask(race.guarded, 0, order, '4000.01', person(1))).data.waits).toBe(true);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('that is declined stays declined, with a reason', async () => {
    const named = await waiting('15000.00');
    const blank = { ...named, reason: ' ' };
    const without = await race.guarded.call(0, declineRefundRequest, blank, person(1));
    expect(without.data.errors?.map(({ field }) => field)).toEqual(['reason']);
    expect((await decide(race.guarded, 0, 'decline', named, person(0))).ec).toBe(200);
    expect((await decide(race.guarded, 0, 'approve', named, person(1))).ec).toBe(40902);
    expect(await refundsOf(named.out_trade_no)).toEqual([]);
    const other = { ...named, out_trade_no: await paid() };
    expect((await decide(race.guarded, 0, 'approve', other, person(1))).ec).toBe(40400);
  });

  it('by the creator needs one person', async () => {
    const other = await openShop(race.api, [forSale('Organ', '', { price: '20000.00' })]);
    const calls = orderCalls(race.api, race.fan(0));
    const { data } = await calls.create(unitsOf(other, 1));
    await calls.pay(data.out_trade_no, 20_000);
    expect((await ask(race.guarded, 0, data.out_trade_no, '20000.00', other.creator)).data.waits).toBe(false);
  });
});

describe('two people concurrently', () => {
  async function verdicts(servers: Servers) {
    const named = await waiting('12000.00');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        decide(servers, n, (n + (n >> 2)) % 2 === 0 ? 'approve' : 'decline', named, person(1 + (n % 2))),
      ),
    );
    const [, ...types] = (await eventsOf(refundRequestStream(named.refund_id))).map(({ type }) => type);
    return { answers, types, refunds: await refundsOf(named.out_trade_no) };
  }

  it('decide a request once, one way', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { answers, types, refunds } = await verdicts(race.guarded);
      expect(types).toHaveLength(1);
      expect(refunds).toHaveLength(types[0] === 'RefundRequestApproved' ? 1 : 0);
      for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    }
  });

  it('negative control: without expected versions it is decided more than once', async () => {
    expect(await goesWrong(async () => (await verdicts(race.careless)).types.length > 1)).toBe(true);
  });

  async function halves(servers: Servers): Promise<number> {
    const order = await paid();
    for (const n of [0, 1]) await ask(servers, n, order, '30000.00', person(0));
    await Promise.all([0, 1].map((n) => ask(servers, n, order, '6000.00', person(n))));
    return (await refundsOf(order)).length;
  }

  it('cannot pass the threshold each with a part', async () => {
    for (let round = 0; round < 5; round += 1) expect(await halves(race.guarded)).toBe(1);
  });

  it('negative control: without expected versions they can', async () => {
    expect(await goesWrong(async () => (await halves(race.careless)) > 1)).toBe(true);
  });
});

it('a refund that the provider has not sent for a day is listed for finance, which may note how it was paid', async () => {
  const order = await paid();
  await ask(race.guarded, 0, order, '5.00', person(0));
  const [refund] = (await seen(order)).refunds;
  const listed = async () => {
    await race.api.projected();
    const { data } = await race.api.call(getFinanceOverview, {}, person(1));
    return data.attention.list.filter(({ kind }) => kind === 'refund_unsent').map(({ ref }) => ref);
  };
  const named = { out_trade_no: order, refund_id: refund?.refund_id ?? '' };
  const books = async () => {
    await race.api.projected();
    const { rows } = await trialBalance(race.api.deps.pool, { until: undefined });
    return new Map<string, number>(rows.map(({ account, debit, credit }) => [account, debit - credit]));
  };
  const byHand = (reason: string, by = person(1)) =>
    race.guarded.call(0, refundByHand, { ...named, reason }, by);
  expect(await listed()).not.toContain(order);
  expect((await byHand('bank transfer')).ec).toBe(40902);
  const { clock } = race.api.deps;
  clock.setOffset(clock.offset + 25 * 3_600_000);
  expect(await listed()).toContain(order);
  expect((await byHand(' ')).data.errors?.map(({ field }) => field)).toEqual(['reason']);
  const before = await books();
  expect((await byHand('bank transfer')).ec).toBe(200);
  expect(await listed()).not.toContain(order);
  // Our bank paid it: the provider still has that money.
  const after = await books();
  const moved = [...after].flatMap(([account, fen]) => {
    const by = fen - (before.get(account) ?? 0);
    return by === 0 ? [] : [[account, by]];
  });
  expect(moved.sort()).toEqual([
    ['assets:bank', -500],
    ['assets:psp:sandbox', 500],
  ]);
  expect((await seen(order)).refunds[0]?.sent_at).not.toBeNull();
  expect((await byHand('again')).ec).toBe(40400);
});
