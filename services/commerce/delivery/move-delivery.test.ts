import { describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import type { DeliveryState } from '#events/orders.ts';
import { orderStream } from '#events/stream-names.ts';
import { orderKind } from '../orders/order.ts';
import { given, NOON, ORDER, type Scenario } from '../testing/scenario.ts';
import { moved, shipped, toSend } from '../testing/sent-orders.ts';
import { type MoveDelivery, moveDelivery } from './move-delivery.ts';

const HOUR = 3_600_000;
const step = (state: DeliveryState, hours: number) => ({ state, at: NOON + hours * HOUR });
const moves = (steps: MoveDelivery['steps'], change: Partial<MoveDelivery> = {}) =>
  moveDelivery({ out_trade_no: ORDER, company_id: 'sf', express_no: 'SF100', steps, ...change });
const WAY = [step('soliciting', 2), step('on_the_way', 6), step('in_delivery', 30), step('signed', 34)];

const statesOf = ({ memory }: Scenario) =>
  memory.log.flatMap(({ event, metadata }) =>
    event.type === 'OrderDeliveryMoved' ? [[event.data.state, (metadata.at - NOON) / HOUR]] : [],
  );
const deliveryOf = ({ memory }: Scenario) => {
  const order = memory.stateOf(orderKind, orderStream(ORDER));
  return order.phase === 'paid' ? order.delivery : null;
};

describe('news of a parcel', () => {
  it('is recorded step by step, each at its own time', () => {
    const scenario = given(toSend(), shipped());
    expect(scenario.accepts(moves(WAY.slice(0, 2))).result).toEqual({ state: 'on_the_way' });
    expect(scenario.accepts(moves(WAY)).result).toEqual({ state: 'signed' });
    expect(statesOf(scenario)).toEqual([
      ['soliciting', 2],
      ['on_the_way', 6],
      ['in_delivery', 30],
      ['signed', 34],
    ]);
    expect(deliveryOf(scenario)).toMatchObject({ state: 'signed', moved_at: NOON + 34 * HOUR });
  });

  it('repeated, fully or partly, changes nothing', () => {
    const scenario = given(toSend(), shipped()).after(moves(WAY.slice(0, 3)));
    for (const steps of [[], WAY.slice(0, 1), WAY.slice(0, 2), WAY.slice(0, 3)]) {
      expect(scenario.accepts(moves(steps))).toEqual({ events: [], result: { state: 'in_delivery' } });
    }
  });

  it('never leads back from signed, or from returned', () => {
    for (const last of ['signed', 'returned'] as const) {
      const scenario = given(toSend(), shipped(), moved(last));
      expect(scenario.accepts(moves([...WAY, step('delivery_failed', 99)])).events).toEqual([]);
      expect(deliveryOf(scenario)?.state).toBe(last);
    }
    const scenario = given(toSend(), shipped()).after(moves([step('signed', 1), step('on_the_way', 2)]));
    expect(statesOf(scenario)).toEqual([['signed', 1]]);
  });

  it('can return to a state later', () => {
    const again = [step('in_delivery', 30), step('delivery_failed', 34), step('in_delivery', 54)];
    const scenario = given(toSend(), shipped()).after(moves(again.slice(0, 2)), moves(again));
    expect(statesOf(scenario).map(([state]) => state)).toEqual([
      'in_delivery',
      'delivery_failed',
      'in_delivery',
    ]);
  });

  it('from before the parcel was named counts from then on, once', () => {
    const early = [step('soliciting', -5), step('on_the_way', -1)];
    const scenario = given(toSend(), shipped()).after(moves(early));
    expect(scenario.accepts(moves(early)).events).toEqual([]);
    scenario.accepts(moves([...early, step('signed', 3)]));
    expect(statesOf(scenario)).toEqual([
      ['soliciting', 0],
      ['on_the_way', 0],
      ['signed', 3],
    ]);
  });

  it('news of a replaced parcel is ignored', () => {
    const scenario = given(toSend(), shipped(), moved('on_the_way'), shipped('SF200'));
    expect(scenario.accepts(moves(WAY))).toEqual({ events: [], result: { state: null } });
    expect(scenario.accepts(moves(WAY, { company_id: 'yto', express_no: 'SF200' })).events).toEqual([]);
    expect(scenario.accepts(moves(WAY, { express_no: 'SF200' })).events).toHaveLength(4);
  });

  it('of the same number named a second time is recorded for the second time', () => {
    const scenario = given(toSend(), shipped()).after(moves([step('delivery_failed', 1)]));
    scenario.memory.now = NOON + 2 * HOUR;
    scenario.memory.given([shipped('SF200'), shipped('SF100')]);
    scenario.accepts(moves([step('delivery_failed', 1)]));
    const ids = scenario.memory.log.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(statesOf(scenario)).toEqual([
      ['delivery_failed', 1],
      ['delivery_failed', 2],
    ]);
  });

  it('of an order that was not shipped changes nothing; an unknown order is not found', () => {
    expect(given(toSend()).accepts(moves(WAY)).events).toEqual([]);
    expect(given().refuses(moves(WAY, { out_trade_no: 'none' as OutTradeNo }))).toEqual({
      code: 'not_found',
    });
  });
});
