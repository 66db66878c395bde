import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { updateExpress, updateOrderAddress } from '#services/contract/delivery/express.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { waitingOrder } from '../testing/waiting-orders.ts';

const api = fixture(startTestApi);
const creator = fixture(() => api.creator());
const fan = fixture(() => api.user('林小满'));

type Listing = typeof listCreatorOrders | typeof listMyOrders;
const ask = async (as: TestUser, call: Listing, query: InputOf<Listing> = {}) => {
  await api.projected();
  return api.data(call, query, as);
};
const form = {
  addr_name: '林小满',
  addr_phone: '13800138000',
  addr_address: '文三路 42 号',
  province: '330000',
  city: '330100',
  area: '330106',
};

it('a creator sees the unshipped orders with their addresses; a fan sees the parcel', async () => {
  const whose = { user_id: fan.user_id, creator_id: creator.user_id };
  const homeless = { address_ref: null, shipping: null };
  const { committer } = api.deps;
  const [first, second] = [
    await waitingOrder(committer, whose, homeless),
    await waitingOrder(committer, whose, homeless),
  ];
  await waitingOrder(committer, whose, { need_address: false });
  expect((await ask(creator, listCreatorOrders)).total_count).toBe(3);
  const waiting = await ask(creator, listCreatorOrders, { express_status: 8 });
  expect(waiting.list.map(({ out_trade_no }) => out_trade_no).sort()).toEqual([first, second].sort());
  expect(waiting.list[0]).toMatchObject({
    order_attr: { express_status: 8, to_send: true, express_no: '', state: null },
    ext: { shipping_fee: '5.00', address: null, remark_updated_times: 0 },
  });
  await api.call(updateOrderAddress, { out_trade_no: first, ...form }, fan);
  await api.call(updateExpress, { out_trade_no: first, express: 'sf', express_no: 'SF12345' }, creator);
  expect((await ask(creator, listCreatorOrders, { express_status: 8 })).total_count).toBe(1);
  const found = await ask(creator, listCreatorOrders, { search_q: '林小满', express_status: 8 });
  expect(found.list.map(({ out_trade_no }) => out_trade_no)).toEqual([second]);
  const mine = await ask(fan, listMyOrders);
  expect(mine.list.find(({ out_trade_no }) => out_trade_no === first)).toMatchObject({
    order_attr: { express_status: 9, to_send: false, company_name: '顺丰速运', state: 'processing' },
    ext: { address: { name: '林小满', address: '浙江省杭州市西湖区文三路 42 号', updated_times: 0 } },
  });
  expect(mine.list.filter(({ order_attr }) => order_attr === null)).toHaveLength(1);
});

it('refuses other filters than waiting orders', async () => {
  for (const express_status of [9, 7, 'all']) {
    expect((await api.call(listCreatorOrders, { express_status }, creator)).ec).toBe(40000);
  }
});
