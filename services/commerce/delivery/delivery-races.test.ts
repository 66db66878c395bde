import { describe, expect, it } from 'vitest';
import { type OutTradeNo, orderNumber } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Command, type Committer } from '../engine/command.ts';
import { CREATOR, LI } from '../testing/scenario.ts';
import { ofOrder, toSend } from '../testing/sent-orders.ts';
import { testCommitters } from '../testing/test-committers.ts';
import { setOrderAddress } from './set-order-address.ts';
import { shipOrders } from './ship-order.ts';

const RACES = 40;
const HOMELESS = { address_ref: 'address-1', shipping: null };

const ship = (order: OutTradeNo, express_no = 'SF100') =>
  shipOrders({ out_trade_nos: [order], creator_id: CREATOR, company_id: 'sf', express_no });
const move = (order: OutTradeNo, address_ref: string) =>
  setOrderAddress({ out_trade_nos: [order], user_id: LI, address_ref, province: '310000' });

/** The control: without the check of the order's present state. */
const moveBlindly = (order: OutTradeNo, address_ref: string): Command<null> => ({
  name: 'move_blindly',
  actor: `user:${LI}`,
  streams: [orderStream(order)],
  decide: () =>
    accept(
      [
        {
          stream: orderStream(order),
          creator_id: CREATOR,
          event: {
            type: 'OrderAddressSet',
            data: { out_trade_no: order, address_ref, province: '310000', first: false },
          },
        },
      ],
      null,
    ),
});

describe('an order’s address and its parcel, concurrently in two processes', () => {
  const committers = testCommitters();

  async function waiting(giver: Committer): Promise<OutTradeNo> {
    const order = orderNumber(LI);
    const streams = [orderStream(order)];
    const decide = () => accept(ofOrder(order, toSend(HOMELESS)), null);
    await giver.submit({ name: 'given', actor: 'process:test', streams, decide });
    return order;
  }

  const typesOf = async (order: OutTradeNo) =>
    (await committers.log.readStream(orderStream(order))).slice(2).map(({ type }) => type);

  /** Races two commands on one order; each is first in half of the races. */
  async function race(one: (order: OutTradeNo) => Command<unknown>, other: typeof one): Promise<string[][]> {
    const [left, right] = [committers.start(), committers.start()];
    const histories: string[][] = [];
    for (let n = 0; n < RACES; n += 1) {
      const order = await waiting(left);
      const commands = n % 2 === 0 ? [one(order), other(order)] : [other(order), one(order)];
      await Promise.all([left.submit(commands[0]!), right.submit(commands[1]!)]);
      histories.push(await typesOf(order));
    }
    return histories;
  }

  const afterSending = (history: readonly string[]): boolean =>
    history.indexOf('OrderAddressSet') > history.indexOf('OrderShipped');

  it('no address changes after the order was sent', async () => {
    const histories = await race(ship, (order) => move(order, 'address-2'));
    expect(histories.filter((history) => !history.includes('OrderShipped'))).toEqual([]);
    expect(histories.filter(afterSending)).toEqual([]);
  });

  it('which would happen without the check of the order', async () => {
    const histories = await race(ship, (order) => moveBlindly(order, 'address-2'));
    expect(histories.filter(afterSending).length).toBeGreaterThan(0);
  });

  it('one of two changes is accepted, never both', async () => {
    const histories = await race(
      (order) => move(order, 'address-2'),
      (order) => move(order, 'address-3'),
    );
    for (const history of histories) expect(history).toEqual(['OrderAddressSet']);
  });

  it('both would happen without the check of the order', async () => {
    const histories = await race(
      (order) => moveBlindly(order, 'address-2'),
      (order) => moveBlindly(order, 'address-3'),
    );
    expect(histories.some((history) => history.length === 2)).toBe(true);
  });

  it('of two parcels the last one counts, and both are in the story', async () => {
    const histories = await race(
      (order) => ship(order, 'SF100'),
      (order) => ship(order, 'SF200'),
    );
    for (const history of histories) expect(history).toEqual(['OrderShipped', 'OrderShipped']);
  });
});
