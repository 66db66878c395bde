import { describe, expect } from 'vitest';
import { eventGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';
import { goesThisWay, orderToSend, ship } from './testing/parcels.ts';
import { timersOf } from './testing/refunds.ts';

/** Every step of the worker's that writes anything, on the way of a parcel. */
const steps: Steps = [
  ['following an order that was shipped', timerGate('INSERT', 'parcels')],
  ['recording where the parcel is', eventGate('OrderDeliveryMoved')],
  ['putting the next question off', timerGate('UPDATE', 'parcels')],
  ['forgetting a parcel that was signed for', timerGate('DELETE', 'parcels')],
];

let parcels = 0;
const on = shopWithWorker();

const pass = (hours: number) => on.shop.pass(hours * 3_600);

/** The life of a parcel, queried once on the way and once after its arrival. */
async function story(): Promise<void> {
  parcels += 1;
  const number = `SF${parcels}-0`;
  const order = await orderToSend(on.shop);
  await ship(on.shop, order, number);
  const way = ['soliciting', 'on_the_way', 'in_delivery', 'signed'].map((state) => `${number} ${state}`);
  await pass(7);
  await goesThisWay(on.shop, order, way.slice(0, 2));
  await pass(30);
  await goesThisWay(on.shop, order, way);
  await expect.poll(() => timersOf(on.shop, order)).toEqual([]);
  expect(await on.shop.history(order)).toHaveLength(3 + way.length);
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => story);
});
