import { beforeAll, expect, it } from 'vitest';
import { newUserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { waitingOrder } from '#services/api/testing/waiting-orders.ts';
import { setOrderAddress } from '#services/commerce/delivery/set-order-address.ts';
import { CREATOR } from '#services/commerce/testing/scenario.ts';
import { startKuaidi100 } from '#services/modules/delivery/carriers/kuaidi100/testing/stand-in.ts';
import { openCarrier } from '#services/modules/delivery/carriers/open-carrier.ts';
import { IN_MAINLAND } from '#services/modules/delivery/place-abroad.ts';
import { goesThisWay, ship, wayOf } from '../testing/parcels.ts';
import { timersOf } from '../testing/refunds.ts';
import { openShop } from '../testing/shop.ts';

const HOUR = 3600;
const shop = fixture(openShop);
const service = fixture(startKuaidi100);
const failures: unknown[] = [];
beforeAll(async () => {
  const { pool } = shop.api.deps;
  const config = { sandbox: false, tracking: service.settings };
  shop.processes(openCarrier({ config, pool, clock: shop.clock, onError: (error) => failures.push(error) }));
});

const line = (statusCode: string) => ({
  time: '2026-05-15 12:00:00',
  context: `state ${statusCode}`,
  statusCode,
});
const has = (number: string, ...states: string[]) =>
  service.parcels.set(`shunfeng ${number}`, {
    state: states[0] ?? '0',
    data: states.map(line),
    phone: '8000',
  });

it('a parcel is followed by the service until it is signed for; only four digits of the phone leave', async () => {
  const { committer, addresses } = shop.api.deps;
  const user_id = newUserId();
  const order = await waitingOrder(
    committer,
    { user_id, creator_id: CREATOR },
    { address_ref: null, shipping: null },
  );
  const address = await addresses.put(user_id, {
    ...IN_MAINLAND,
    name: '林小满',
    phone: '13800138000',
    detail: '文三路 42 号',
    province: '330000',
    city: '330100',
    area: '330106',
    street: '',
  });
  if (!('address_ref' in address)) throw new Error('no address');
  await committer.submit(setOrderAddress({ out_trade_nos: [order], user_id, ...address }));
  has('SF700000001', '1');
  await ship(shop, order, 'SF700000001');
  shop.advance(HOUR);
  await goesThisWay(shop, order, ['SF700000001 soliciting']);
  has('SF700000001', '0', '1');
  service.answer({ body: '<html>' });
  shop.advance(2 * HOUR);
  await expect.poll(() => failures.length).toBe(1);
  expect(await wayOf(shop, order)).toEqual(['SF700000001 soliciting']);
  service.answer();
  shop.advance(HOUR);
  await goesThisWay(shop, order, ['SF700000001 soliciting', 'SF700000001 on_the_way']);
  has('SF700000001', '3', '5', '0', '1');
  shop.advance(2 * HOUR);
  const whole = ['soliciting', 'on_the_way', 'in_delivery', 'signed'].map((state) => `SF700000001 ${state}`);
  await goesThisWay(shop, order, whole);
  expect(service.asked).toHaveLength(4);
  for (const { body, phone } of service.asked) {
    expect(phone).toBe('8000');
    expect(decodeURIComponent(String(body))).not.toMatch(/1380013|林小满|文三路/);
  }
  await expect.poll(() => timersOf(shop, order)).toEqual([]);
});
