import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { editAddress } from '#services/contract/delivery/addresses.ts';
import { updateOrderAddress } from '#services/contract/delivery/express.ts';
import { editIdcard } from '#services/contract/tickets/identities.ts';
import { orderCalls } from '../testing/order-calls.ts';
import {
  cartCalls,
  granted,
  HOLDERS,
  keepAddress,
  keepIdentity,
  openSampleShop,
  skuId,
  vaultRows,
  XINJIANG,
} from '../testing/sample-shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const fair = fixture(() => openSampleShop(api));

const scarves = (count: number) => ({
  plan_id: fair.scarf.plan_id,
  sku: [{ sku_id: skuId(fair.scarf, 'Red'), count }],
});
const seat = (count = 1) => ({
  plan_id: fair.concert.plan_id,
  sku: [{ sku_id: skuId(fair.concert, 'Front row'), count }],
});

/** A fan with one saved address and one saved record, and the rows of the vault that a change of both adds. */
async function somebody() {
  const fan: TestUser = await api.user();
  const address_id = await keepAddress(api, fan);
  const identity_id = await keepIdentity(api, fan);
  return {
    fan,
    address_id,
    identity_id,
    orders: orderCalls(api, fan),
    async addedByChange(): Promise<number> {
      const before = await vaultRows(api, fan);
      await granted(api.call(editAddress, { ...XINJIANG, address_id }, fan));
      await granted(api.call(editIdcard, { ...HOLDERS[1], identity_id }, fan));
      return (await vaultRows(api, fan)) - before;
    },
  };
}

describe('a saved address or record', () => {
  it('of refused orders leaves the vault when it is changed', async () => {
    const { fan, address_id, identity_id, orders, addedByChange } = await somebody();
    const tickets = [{ identity_id }];
    expect((await orders.create({ ...scarves(99), address_id })).ec).toBe(41001);
    expect((await orders.create({ ...scarves(1), address_id, py_type: 'shells' })).ec).toBe(40000);
    expect((await orders.create({ ...seat(99), tickets })).ec).toBe(40000);
    // The holder of one ticket is known, that of the other is not.
    const half = { ...seat(2), address_id, tickets: [...tickets, { identity_id: 'nobody' }] };
    expect((await orders.create(half)).ec).toBe(40000);
    const cart = cartCalls(api, fan);
    const { cart_id } = await granted(cart.add(seat()));
    expect(
      (await cart.order({ entries: [{ cart_id, tickets, remark: '' }], address_id, total_amount: '1' })).ec,
    ).toBe(40902);
    expect(await addedByChange()).toBe(0);
  });

  it('of an order stays, also when another order with it was refused', async () => {
    const { address_id, identity_id, orders, addedByChange } = await somebody();
    const tickets = [{ identity_id }];
    await granted(orders.create({ ...scarves(1), address_id }));
    await granted(orders.create({ ...seat(), tickets }, undefined, 'once'));
    expect((await orders.create({ ...scarves(99), address_id })).ec).toBe(41001);
    expect((await orders.create({ ...seat(), tickets }, undefined, 'once')).ec).toBe(200);
    expect((await orders.create({ ...seat(99), tickets }, undefined)).ec).toBe(40000);
    expect(await addedByChange()).toBe(2);
  });

  it('that nothing is sent to is not held by the order', async () => {
    const { address_id, identity_id, orders, addedByChange } = await somebody();
    await granted(orders.create({ ...seat(), address_id, tickets: [{ identity_id }] }));
    expect(await addedByChange()).toBe(1);
  });

  it('that an order could not be sent to is let go', async () => {
    const { fan, address_id, orders } = await somebody();
    const near = await keepAddress(api, fan);
    const { out_trade_no } = await granted(orders.create({ ...scarves(1), address_id: near }));
    await orders.pay(out_trade_no, 15);
    await granted(api.call(editAddress, { ...XINJIANG, address_id }, fan));
    const moved = await api.call(updateOrderAddress, { out_trade_no, user_address_id: address_id }, fan);
    expect(moved.ec).toBe(40902);
    const before = await vaultRows(api, fan);
    await granted(api.call(editAddress, { ...XINJIANG, addr_name: '林', address_id }, fan));
    expect(await vaultRows(api, fan)).toBe(before);
  });
});
