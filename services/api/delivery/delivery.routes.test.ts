import { describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { moveDelivery } from '#services/commerce/delivery/move-delivery.ts';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import { editAddress } from '#services/contract/delivery/addresses.ts';
import { getExpressProgress, updateOrderAddress } from '#services/contract/delivery/express.ts';
import { openTrackedParcels, parcelKey } from '#services/modules/delivery/carriers/tracked-parcels.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { cartOf, waitingOrder } from '../testing/waiting-orders.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture(() => api.creator());
const fan = fixture(() => api.user());
const stranger = fixture(() => api.user());

const homeless: Partial<OrderPlacedData> = { address_ref: null, shipping: null };
const waiting = (change: Partial<OrderPlacedData> = homeless) =>
  waitingOrder(api.deps.committer, { user_id: fan.user_id, creator_id: creator.user_id }, change);
const form = {
  addr_name: '林小满',
  addr_phone: '13800138000',
  addr_address: '文三路 42 号',
  province: '330000',
  city: '330100',
  area: '330106',
};
const setAddress = (body: object, as = fan) => api.call(updateOrderAddress, body, as);
const eventsOf = (order: OutTradeNo) => api.deps.log.readStream(orderStream(order));
const vaultSize = async () =>
  (await api.deps.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM accounts.vault')).rows[0]?.n;

async function ship(order: OutTradeNo, express_no = 'SF12345'): Promise<void> {
  const creator_id = creator.user_id;
  const parcel = { out_trade_nos: [order], creator_id, company_id: 'sf', express_no };
  expect(await api.deps.committer.submit(shipOrders(parcel))).toMatchObject({ accepted: true });
}

describe('the address of an order', () => {
  it('is written down for it in the vault; events name it only', async () => {
    const order = await waiting();
    await setAddress({ out_trade_no: order, ...form });
    const [event] = (await eventsOf(order)).slice(-1);
    expect(event).toMatchObject({ type: 'OrderAddressSet', data: { province: '330000', first: true } });
    expect(JSON.stringify(event)).not.toMatch(/林小满|13800138000|文三路/);
    const { address_ref } = event!.data as { address_ref: string };
    expect((await api.deps.addresses.read([address_ref])).get(address_ref)).toMatchObject({
      name: '林小满',
      phone: '13800138000',
      address: '浙江省杭州市西湖区文三路 42 号',
    });
  });

  it('a repeated request is one change; another is the second change, and a third is refused', async () => {
    const order = await waiting();
    expect((await setAddress({ out_trade_no: order, ...form })).data.changed).toBe(true);
    expect((await setAddress({ out_trade_no: order, ...form })).data.changed).toBe(false);
    const moved = { out_trade_no: order, ...form, addr_address: '文三路 43 号' };
    expect((await setAddress(moved)).data.changed).toBe(true);
    const size = await vaultSize();
    const third = await setAddress({ ...moved, addr_address: '文三路 44 号' });
    expect(third).toMatchObject({ ec: 40902, em: '收货地址只能修改一次' });
    expect(await vaultSize()).toBe(size);
    expect((await setAddress(moved)).data.changed).toBe(false);
    expect(await eventsOf(order)).toHaveLength(4);
  });

  it('can be one that the fan has saved, and stays so when that one is changed', async () => {
    const saved = await api.call(editAddress, form, fan);
    const { address_id } = saved.data.address;
    const order = await waiting();
    const by = { out_trade_no: order, user_address_id: address_id };
    expect((await setAddress(by)).data.changed).toBe(true);
    expect((await setAddress(by)).data.changed).toBe(false);
    await api.call(editAddress, { ...form, address_id, addr_name: '林大满' }, fan);
    const { address_ref } = (await eventsOf(order)).at(-1)!.data as { address_ref: string };
    expect((await api.deps.addresses.read([address_ref])).get(address_ref)?.name).toBe('林小满');
    expect((await setAddress({ ...by, user_address_id: 'nobody-s' })).ec).toBe(40400);
  });

  it('others, and guests, cannot access it', async () => {
    const order = await waiting();
    for (const other of [stranger, creator]) {
      expect((await setAddress({ out_trade_no: order, ...form }, other)).ec).toBe(40400);
    }
    expect((await api.call(updateOrderAddress, { out_trade_no: order, ...form })).ec).toBe(40100);
    expect(await eventsOf(order)).toHaveLength(2);
  });

  it('of a cart is that of all its orders which are sent', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const withoutDelivery = await waiting({ ...homeless, need_address: false });
    const cart_order_no = await cartOf(
      api.deps.committer,
      fan.user_id,
      [one, two, withoutDelivery].map((out_trade_no) => ({ out_trade_no, creator_id: creator.user_id })),
    );
    const { data } = await setAddress({ cart_order_no, ...form });
    expect(data.out_trade_nos).toEqual([one, two]);
    for (const order of [one, two]) expect((await eventsOf(order)).at(-1)?.type).toBe('OrderAddressSet');
    expect((await setAddress({ cart_order_no, ...form }, stranger)).ec).toBe(40400);
  });

  it('is refused once the order is on its way', async () => {
    const order = await waiting();
    await setAddress({ out_trade_no: order, ...form });
    await ship(order);
    expect((await setAddress({ out_trade_no: order, ...form, addr_name: '别人' })).ec).toBe(40902);
  });

  it.each<[string, object]>([
    ['addr_name', { addr_name: '' }],
    ['addr_phone', { addr_phone: '12' }],
    ['addr_address', { addr_address: undefined }],
    ['province', { province: '990000' }],
    ['city', { city: '110100' }],
    ['out_trade_no', { cart_order_no: 'c1' }],
    ['user_address_id', { user_address_id: '../x' }],
  ])('refuses a bad %s', async (field, change) => {
    const order = await waiting();
    const { ec, data } = await setAddress({ out_trade_no: order, ...form, ...change });
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toContain(field);
    expect(await eventsOf(order)).toHaveLength(2);
  });
});

describe('where a parcel is', () => {
  const ask = (query: object, as?: TestUser) => api.call(getExpressProgress, query, as);
  async function sentOrder(express_no: string): Promise<OutTradeNo> {
    const order = await waiting();
    await setAddress({ out_trade_no: order, ...form });
    await ship(order, express_no);
    return order;
  }

  it('fan and creator see it, newest first', async () => {
    const order = await sentOrder('SF70001');
    const { at } = (await eventsOf(order)).at(-1)!.metadata;
    const steps = [
      { state: 'soliciting' as const, at: at + 7_200_000 },
      { state: 'on_the_way' as const, at: at + 9_000_000 },
    ];
    const tracking = { out_trade_no: order, company_id: 'sf', express_no: 'SF70001', steps };
    await api.deps.committer.submit(moveDelivery(tracking));
    for (const person of [fan, creator]) {
      const { data } = await ask({ out_trade_no: order }, person);
      expect(data).toMatchObject({
        express_status: 9,
        company_name: '顺丰速运',
        express_no: 'SF70001',
        state: 'on_the_way',
      });
      expect(data.list.map(({ state }) => state)).toEqual(['on_the_way', 'soliciting', 'processing']);
      expect(data.list[0]?.time).toBe(Math.floor((at + 9_000_000) / 1000));
    }
  });

  it('the tracking service’s own words are for those who see the parcel; a hostile text stays a text', async () => {
    const order = await sentOrder('SF70011');
    expect((await ask({ out_trade_no: order }, fan)).data.news).toBeNull();
    const { address_ref } = (await eventsOf(order)).find(({ type }) => type === 'OrderAddressSet')!.data as {
      address_ref: string;
    };
    const tracked = openTrackedParcels(api.deps.pool);
    const key = parcelKey('sf', 'SF70011', address_ref);
    const text = '<script>alert(1)</script> 已揽收';
    await tracked.take(key, 1_778_810_400_000);
    await tracked.keep(key, { steps: [], lines: [{ text, at: 1_778_810_400_000 }] });
    const news = {
      lines: [{ text, time: 1_778_810_400 }],
      failed: false,
      company_page: 'https://www.sf-express.com/',
    };
    for (const person of [fan, creator]) {
      expect((await ask({ out_trade_no: order }, person)).data.news).toEqual(news);
    }
    expect((await ask({ out_trade_no: order, number: 'SF70011', mobile: '8000' })).data.news).toEqual(news);
    expect((await ask({ out_trade_no: order, number: 'SF70011', mobile: '8001' })).ec).toBe(40400);
    await tracked.keep(key, undefined);
    expect((await ask({ out_trade_no: order }, fan)).data.news).toEqual({ ...news, failed: true });
    // The same number with another recipient has no such answer.
    const other = await sentOrder('SF70011');
    expect((await ask({ out_trade_no: other }, fan)).data.news).toBeNull();
  });

  it('is the present parcel’s, when another took its place', async () => {
    const order = await sentOrder('SF70002');
    await ship(order, 'SF70003');
    const { data } = await ask({ out_trade_no: order }, fan);
    expect(data).toMatchObject({ express_no: 'SF70003', list: [{ state: 'processing' }] });
    expect(data.may_set_address).toBe(false);
  });

  it('is nowhere yet, while nothing was sent', async () => {
    const order = await waiting();
    const { data } = await ask({ out_trade_no: order }, fan);
    expect(data).toMatchObject({ express_status: 8, state: null, list: [], express_no: '', address: null });
    expect(data.may_set_address).toBe(true);
    expect((await ask({ out_trade_no: order }, creator)).data.may_set_address).toBe(false);
    await setAddress({ out_trade_no: order, ...form });
    const { address } = (await ask({ out_trade_no: order }, creator)).data;
    expect(address).toMatchObject({ name: '林小满', phone: '13800138000', updated_times: 0 });
    const withoutDelivery = await waiting({ need_address: false });
    expect((await ask({ out_trade_no: withoutDelivery }, fan)).ec).toBe(40400);
  });

  it('readers with the number and the recipient’s phone see it, others do not', async () => {
    const order = await sentOrder('SF70004');
    const parcel = { out_trade_no: order, number: 'sf70004' };
    for (const mobile of ['8000', '138 0013 8000', '+8613800138000']) {
      expect((await ask({ ...parcel, mobile })).data).toMatchObject({ state: 'processing', address: null });
    }
    for (const query of [
      { out_trade_no: order },
      parcel,
      { ...parcel, mobile: '8001' },
      { ...parcel, mobile: '000' },
      { ...parcel, mobile: '' },
      { out_trade_no: order, mobile: '8000' },
      { out_trade_no: order, mobile: '8000', number: 'SF70005' },
      { out_trade_no: '2000', number: 'SF70004', mobile: '8000' },
    ]) {
      expect((await ask(query)).ec).toBe(40400);
      expect((await ask(query, stranger)).ec).toBe(40400);
    }
  });

  it('cannot be guessed for long', async () => {
    const order = await sentOrder('SF70006');
    const guess = (mobile: string) => ask({ out_trade_no: order, number: 'SF70006', mobile });
    for (let n = 0; n < 10; n += 1) expect((await guess(`000${n}`)).ec).toBe(40400);
    const late = await guess('8000');
    expect(late.ec).toBe(42900);
    expect(late.data.retry_after).toBeGreaterThan(0);
    expect((await ask({ out_trade_no: order }, fan)).ec).toBe(200);
  });

  it('of a cart is that of the parcel named', async () => {
    const [one, two] = [await sentOrder('SF70007'), await sentOrder('SF70008')];
    const cart_order_no = await cartOf(
      api.deps.committer,
      fan.user_id,
      [one, two].map((out_trade_no) => ({ out_trade_no, creator_id: creator.user_id })),
    );
    expect((await ask({ cart_order_no, number: 'SF70008' }, fan)).data.out_trade_no).toBe(two);
    expect((await ask({ cart_order_no, number: 'SF70007', mobile: '8000' })).data.out_trade_no).toBe(one);
    expect((await ask({ cart_order_no }, stranger)).ec).toBe(40400);
  });

  it.each([{}, { out_trade_no: '1', cart_order_no: 'c1' }, { out_trade_no: '1', number: 'x'.repeat(61) }])(
    'refuses %j',
    async (query) => {
      expect((await ask(query)).ec).toBe(40000);
    },
  );
});
