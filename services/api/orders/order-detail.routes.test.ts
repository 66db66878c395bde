import { describe, expect, test } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import { expireMembership } from '#services/commerce/memberships/expire-membership.ts';
import { refundSent } from '#services/commerce/refunds/refund-sent.ts';
import { updateOrderAddress } from '#services/contract/delivery/express.ts';
import {
  refundOrder,
  setRemarkChanges,
  updateCreatorRemark,
  updateOrderRemark,
} from '#services/contract/orders/after-payment.ts';
import { getOrder, type OrderDetail } from '#services/contract/orders/order-detail.ts';
import { listMyOrders, type Order } from '#services/contract/orders/order-list.ts';
import { cancelOrder } from '#services/contract/orders/orders.ts';
import { checkInTicket, listOrderTickets } from '#services/contract/tickets/tickets.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { buyTickets, openEvent, refundTickets } from '../testing/event-tickets.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certify, replyWith } from '../testing/replying.ts';
import { forSale, openShop, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const clock = movableClock();

const api = fixture(() => startTestApi({ clock }));
const shop = fixture(() => openShop(api, [forSale('Red', 100), forSale('Blue', 100, { price: '5.00' })]));
const fan = fixture(() => api.user('Anna'));
const calls = fixture(() => orderCalls(api, fan));

async function detail(out_trade_no: string, as = fan): Promise<OrderDetail> {
  return api.data(getOrder, { out_trade_no }, as);
}
const chapters = ({ story }: OrderDetail) => story.map(({ what }) => what);

async function bought(sku = 0, count = 2): Promise<string> {
  const line = { sku_id: shop.skus[sku]!.sku_id, count };
  const { data } = await calls.create({ plan_id: shop.plan.plan_id, sku: [line], remark: 'to Anna' });
  return data.out_trade_no;
}
const refund = (out_trade_no: string, body: object = {}) =>
  api.call(refundOrder, { out_trade_no, ...body }, shop.creator);

/** The list's answer of the same order: built from the table, where the detail is folded from the events. */
async function listed(out_trade_no: string, as = fan): Promise<Order | undefined> {
  await api.projected();
  const { data } = await api.call(listMyOrders, { per_page: 100 }, as);
  return data.list.find((one) => one.out_trade_no === out_trade_no);
}

describe('the story of an order', () => {
  test('goes from placing over payment and refunds to the money that was sent', async () => {
    const order = await bought();
    expect(await detail(order)).toMatchObject({
      refundable_amount: '0.00',
      may: { cancel: true, pay: true, refund: false, receipt: false, change_remark: false },
    });
    await calls.pay(order, 20);
    const sku = [{ sku_id: shop.skus[0]!.sku_id, count: 1 }];
    await refund(order, { sku, reason: '起球' });
    const [event] = (await calls.eventsOf(order)).filter(({ type }) => type === 'OrderRefunded');
    const { refund_id } = event!.data as { refund_id: string };
    await api.deps.committer.submit(
      refundSent({ out_trade_no: asOutTradeNo(order), refund_id, provider_refund_id: 're_1' }),
    );
    await certify(api, shop.creator);
    await api.call(setRemarkChanges, { status: 1 }, shop.creator);
    await api.call(updateOrderRemark, { out_trade_no: order, remark: 'to Bea' }, fan);
    await api.call(updateCreatorRemark, { out_trade_no: order, remark: '常客' }, shop.creator);
    const own = await detail(order);
    expect(own).toMatchObject({
      refundable_amount: '10.00',
      remark: 'to Bea',
      creator_remark: null,
      may: { cancel: false, pay: false, refund: false, receipt: true, change_remark: false },
    });
    expect(chapters(own)).toEqual(['placed', 'paid', 'refunded', 'refund_sent', 'remark_changed']);
    expect(own.story[2]).toMatchObject({ amount: '10.00', reason: '起球', by: 'creator', count: 1 });
    expect(own.story[3]).toMatchObject({ amount: '10.00' });
    const positions = own.story.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(own).toMatchObject({ ...(await listed(order)) });

    const sold = await detail(order, shop.creator);
    expect(sold).toMatchObject({ creator_remark: '常客', may: { refund: true, receipt: true, pay: false } });
    expect(chapters(sold)).toContain('creator_remark_changed');
  });

  test('shows cancellation and late payments', async () => {
    const order = await bought();
    await api.call(cancelOrder, { out_trade_no: order }, fan);
    expect(chapters(await detail(order))).toEqual(['placed', 'cancelled']);
    expect(await detail(order)).toMatchObject({ closed_at: expect.any(Number), returned_amount: '0.00' });
    await calls.pay(order, 20);
    const revived = await detail(order);
    expect(chapters(revived)).toEqual(['placed', 'cancelled', 'paid']);
    expect(revived.story[2]).toMatchObject({ revived: true });
    const second = await bought(1, 1);
    await calls.pay(second, 4);
    const late = (await detail(second)).story.at(-1);
    expect(late).toMatchObject({ what: 'late', amount: '4.00', reason: 'amount' });
  });

  test('follows a membership until it is extended, replaced, ended or revoked', async () => {
    const small = await savePlan(api, shop.creator, sponsorshipForm);
    const large = await savePlan(api, shop.creator, { ...sponsorshipForm, name: 'Cake', price: '50.00' });
    const buy = (plan_id: string, yuan: number, month = 1) =>
      calls.buy({ plan_id, month, total_amount: `${yuan}.00` });
    const first = await buy(small.plan_id, 30);
    const upgrade = await buy(large.plan_id, 20);
    expect(chapters(await detail(first))).toEqual(['placed', 'paid', 'membership', 'membership_replaced']);
    const better = await detail(upgrade);
    expect(better).toMatchObject({ is_upgrade: 1, membership: { name: 'Cake', back_at: null } });
    expect(better).toMatchObject({ ...(await listed(upgrade)) });
    expect((await refund(upgrade)).ec).toBe(200);
    const back = await detail(upgrade);
    expect(chapters(back)).toEqual(['placed', 'paid', 'membership', 'refunded', 'membership_back']);
    expect(back.membership?.back_at).not.toBeNull();

    clock.setOffset(clock.offset + 40 * 86_400_000);
    await api.deps.committer.submit(
      expireMembership({
        creator_id: shop.creator.user_id,
        user_id: fan.user_id,
        causation_id: 'test',
      }),
    );
    expect(chapters(await detail(first)).at(-1)).toBe('membership_ended');
  });

  test('shows address, parcel and membership', async () => {
    const sku = [forSale('Scarf', 9)];
    const form = { name: 'Scarf', product_type: 1, need_address: true, sku } as const;
    const sent = await savePlan(api, shop.creator, form);
    const line = { sku_id: sent.sku[0]!.sku_id, count: 1 };
    const { data } = await calls.create({ plan_id: sent.plan_id, sku: [line] });
    const order = data.out_trade_no;
    await calls.pay(order, 10);
    expect((await detail(order)).may.set_address).toBe(true);
    const home = {
      addr_name: '林小满',
      addr_phone: '13800138000',
      addr_address: '文三路 42 号',
      province: '310000',
      city: '310100',
      area: '310101',
    };
    const set = await api.call(updateOrderAddress, { out_trade_no: order, ...home }, fan);
    expect(set.ec).toBe(200);
    await api.deps.committer.submit(
      shipOrders({
        out_trade_nos: [asOutTradeNo(order)],
        creator_id: shop.creator.user_id,
        company_id: 'sf',
        express_no: 'SF1',
      }),
    );
    const { story } = await detail(order);
    expect(story.map(({ what }) => what)).toEqual(['placed', 'paid', 'address_set', 'shipped']);
    expect(story.at(-1)).toMatchObject({ name: '顺丰速运', express_no: 'SF1' });

    await certify(api, shop.creator);
    await replyWith(api, shop, { on: true, content: '谢谢', random_on: true }, shop.skus[1]!.sku_id);
    const replied = await bought(1, 2);
    await calls.pay(replied, 10);
    await api.projected();
    const answer = await detail(replied);
    expect(answer.reply_pending_num).toBe(2);
    expect(answer.story.at(-1)).toMatchObject({ what: 'replies', count: 1, more: 2 });
    expect(answer).toMatchObject({ ...(await listed(replied)) });
  });
});

test('checked-in tickets are grouped, and counted in lists', async () => {
  const event = await openEvent(api, await api.creator('Mei'));
  const order = await buyTickets(api, event, fan, { count: 3 });
  const { out_trade_no } = order;
  await api.projected();
  const { data } = await api.call(listOrderTickets, { out_trade_no }, fan);
  for (const { id } of data.list.slice(0, 2)) {
    await api.call(checkInTicket, { out_trade_no, id }, event.creator);
  }
  expect(chapters(await detail(out_trade_no))).toEqual(['placed', 'paid', 'tickets', 'admitted']);
  expect((await detail(out_trade_no)).story.at(-1)).toMatchObject({ what: 'admitted', count: 2 });
  expect(await listed(out_trade_no)).toMatchObject({ ticket_count: 3, ticket_used_count: 2 });
  await refundTickets(api, event, order, [data.list[0]!.id]);
  expect(chapters(await detail(out_trade_no)).at(-1)).toBe('refunded');
  expect(await listed(out_trade_no)).toMatchObject({ ticket_used_count: 2 });
});

test('another person’s order is not found', async () => {
  const order = await bought();
  const [other, seller] = [await api.user(), await api.creator()];
  for (const one of [other, seller]) {
    expect((await api.call(getOrder, { out_trade_no: order }, one)).ec).toBe(40400);
  }
  expect((await api.call(getOrder, { out_trade_no: order })).ec).toBe(40100);
  expect((await api.call(getOrder, { out_trade_no: '2999' }, fan)).ec).toBe(40400);
  expect((await api.call(getOrder, { out_trade_no: 'ö' }, fan)).ec).toBe(40000);
  expect((await api.send(getOrder, {}, fan)).ec).toBe(40000);
});
