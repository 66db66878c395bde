import { describe, expect, test, vi } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { checkOrder } from '#services/contract/orders/orders.ts';
import { earner } from '../testing/earning.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { type Reply, sent } from '../testing/sent.ts';
import { forSale, openShop, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const other = fixture(() => api.another());
const shop = fixture(() => openShop(api, [forSale('Red', ''), forSale('Piano', '', { price: '20000.00' })]));
const fan = fixture(() => api.user());
const rich = fixture(() => earner(api, 10_000_000));
const finance = fixture(() => api.staff('finance'));
const admin = fixture(() => api.staff('admin'));

type Data = Record<string, unknown>;

/** Writes at the first server. */
async function write(url: string, body: object, as: TestUser): Promise<Reply<Data>> {
  const answer = await api.post(url, body, as);
  if (answer.ec !== 200) throw new Error(`${url}: ${answer.em} ${JSON.stringify(answer.data)}`);
  return answer;
}

/** Reads at the second server; with a body, from the answer to another write. */
const read = (url: string, as: TestUser, body?: object) =>
  sent<Data>(other.app, {
    method: body ? 'POST' : 'GET',
    url,
    payload: body,
    headers: { authorization: `Bearer ${as.token}` },
  });

const textOf = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new Error('the write did not say what it made');
  return value;
};
const [sku, dear] = [() => shop.skus[0]!.sku_id, () => shop.skus[1]!.sku_id];
const place = async (sku_id = sku()): Promise<string> => {
  const body = { plan_id: shop.plan.plan_id, sku: [{ sku_id, count: 1 }] };
  return textOf((await write('/api/order/create-order', body, fan)).data.out_trade_no);
};
const paid = async (sku_id?: string): Promise<string> => {
  const order = await place(sku_id);
  await orderCalls(api, fan).pay(order, sku_id === undefined ? 10 : 20_000);
  return order;
};

interface Pair {
  /** Answers the value that the read must contain, and the read's query or body if it varies. */
  write(n: number): Promise<{ seen: string; query?: string; body?: object }>;
  reads: string;
  as(): TestUser;
}

const rename = async (n: number) => {
  const form = { ...sponsorshipForm, name: `Coffee ${n}` };
  const { plan_id } = await savePlan(api, shop.creator, form);
  return { seen: form.name, query: `?plan_id=${plan_id}` };
};
const creator = () => shop.creator;

/** A program's writes, and its reads directly after them. */
const pairs: Readonly<Record<string, Pair>> = {
  'a plan is edited': { write: rename, reads: '/api/plan/detail', as: creator },
  'a plan is made, in its creator’s list': { write: rename, reads: '/api/creator/all-plans', as: creator },
  'an order is placed': {
    write: async () => ({ seen: await place() }),
    reads: '/api/my/orders',
    as: () => fan,
  },
  'an order is cancelled': {
    async write() {
      const seen = await place();
      await write('/api/order/cancel-order', { out_trade_no: seen }, fan);
      return { seen, query: '?status=3' };
    },
    reads: '/api/my/orders',
    as: () => fan,
  },
  'an order is paid, and its fan sees it by check': {
    async write() {
      const seen = await paid();
      const checked = await api.call(checkOrder, { out_trade_no: seen }, fan);
      expect(checked.data).toMatchObject({ status: 2 });
      return { seen };
    },
    reads: '/api/my/purchased',
    as: () => fan,
  },
  'an entry is put into the cart': {
    async write() {
      const entry = { plan_id: shop.plan.plan_id, sku: [{ sku_id: sku(), count: 1 }] };
      return { seen: textOf((await write('/api/cart/add', entry, fan)).data.cart_id) };
    },
    reads: '/api/cart/list',
    as: () => fan,
  },
  'an address is kept': {
    async write(n) {
      const form = {
        addr_name: '林小满',
        addr_phone: '13800138000',
        addr_address: `文三路 ${n} 号`,
        province: '330000',
        city: '330100',
        area: '330106',
      };
      await write('/api/user/edit-address', form, fan);
      return { seen: form.addr_address };
    },
    reads: '/api/user/get-address',
    as: () => fan,
  },
  'a shipping template is made': {
    async write(n) {
      const form = {
        name: `Post ${n}`,
        rules: [{ provinces: ['330000'], first_fee: '5.00', next_fee: '0' }],
      };
      await write('/api/creator/edit-shipping-template', form, shop.creator);
      return { seen: form.name };
    },
    reads: '/api/creator/shipping-template-list',
    as: creator,
  },
  'a withdrawal is requested': {
    async write(n) {
      const amount = `${10 + n}.00`;
      const { data } = await write('/api/my/apply-withdraw', { amount }, rich);
      return { seen: textOf(data.order_id) };
    },
    reads: '/api/my/withdraw-history',
    as: () => rich,
  },
  'a withdrawal is requested, in its postings': {
    async write(n) {
      const amount = `${50 + n}.00`;
      await write('/api/my/apply-withdraw', { amount }, rich);
      return { seen: `-${amount}`, query: '?account=available' };
    },
    reads: '/api/my/postings',
    as: () => rich,
  },
  'an order is refunded by its creator': {
    async write() {
      const seen = await paid();
      await write('/api/order/refund', { out_trade_no: seen }, shop.creator);
      return { seen, query: '?refund_state=2' };
    },
    reads: '/api/my/sponsored-bill',
    as: creator,
  },
  'a refund is requested by finance': {
    async write(n) {
      const out_trade_no = await paid(dear());
      const reason = `late ${n}`;
      await write('/api/order/refund', { out_trade_no, amount: '15000.00', reason }, finance);
      return { seen: reason, query: `?out_trade_no=${out_trade_no}` };
    },
    reads: '/api/finance/refundable-order',
    as: () => finance,
  },
  'redeem codes are made': {
    async write() {
      const form = { plan_id: shop.plan.plan_id, sku_id: sku(), num: 1 };
      const { data } = await write('/api/creator/make-redeem', form, shop.creator);
      return { seen: textOf(data.batch_id) };
    },
    reads: '/api/creator/redeem-history',
    as: creator,
  },
  'an affiliate code is opened': {
    async write(n) {
      const code = `Podcast-${n}`;
      await write('/api/creator/edit-affiliate', { code, partner: rich.user_id, rate: 10 }, shop.creator);
      return { seen: code };
    },
    reads: '/api/creator/list-affiliate',
    as: creator,
  },
  'a plan is made, and named in the answer to a code for it': {
    async write(n) {
      const seen = `Tea ${n}`;
      const { plan_id } = await savePlan(api, shop.creator, { ...sponsorshipForm, name: seen });
      const code = { code: `Tea-${n}`, partner: rich.user_id, rate: 10, plan_ids: [plan_id] };
      return { seen: `"name":"${seen}"`, body: code };
    },
    reads: '/api/creator/edit-affiliate',
    as: creator,
  },
  'a role is given': {
    async write(n) {
      const named = await api.user(`clerk ${n}`);
      const change = { user_id: named.user_id, role: 'support', granted: true, reason: `holidays ${n}` };
      await write('/api/admin/change-role', change, admin);
      return { seen: change.reason };
    },
    reads: '/api/admin/staff-history',
    as: () => admin,
  },
};

const ROUNDS = 4;
const MAX_TRIES = 20;
let round = 0;

/** Number of reads without the preceding write. */
async function staleReads({ write, reads, as }: Pair): Promise<number> {
  let stale = 0;
  let counted = 0;
  for (let tries = 0; counted < ROUNDS; tries += 1) {
    if (tries === MAX_TRIES) throw new Error('the worker is always more than half a second behind');
    round += 1;
    const { seen, query = '', body } = await write(round);
    const begun = performance.now();
    const { ec, data } = await read(`${reads}${query}`, as(), body);
    if (ec !== 200 && ec !== 40400) throw new Error(`${reads} answered ${ec}: ${JSON.stringify(data)}`);
    const shown = JSON.stringify(data).includes(seen);
    // On a busy machine the worker may need longer than any read waits: again.
    if (!shown && performance.now() - begun > 450) continue;
    counted += 1;
    if (!shown) stale += 1;
  }
  return stale;
}

describe('written at one server and read immediately at another', () => {
  test.each(Object.entries(pairs))('%s: it is seen', async (_, pair) => {
    expect(await staleReads(pair)).toBe(0);
  });

  test('control: without the wait some reads do not show it', async () => {
    const waiting = vi.spyOn(other.deps.readModels, 'waitFor').mockResolvedValue(false);
    let stale = 0;
    for (const pair of Object.values(pairs)) stale += await staleReads(pair);
    expect(stale).toBeGreaterThan(0);
    waiting.mockRestore();
  });
});

test('events name the request that caused them', async () => {
  const requestOf = async (order: string) =>
    (await api.deps.log.readStream(orderStream(order as OutTradeNo)))[0]?.metadata.correlation_id;
  const [first, second] = [await requestOf(await place()), await requestOf(await place())];
  expect([first, second]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{12}-\w+$/)));
  expect(second).not.toBe(first);
});
