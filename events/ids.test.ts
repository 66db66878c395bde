import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChargeId,
  cartNumber,
  chargeIdOf,
  derivedEventId,
  derivedHexId,
  houseOrderNumber,
  isHouseOrderNumber,
  newEventId,
  newPlanId,
  newSkuId,
  newUserId,
  numberOfCharge,
  orderNumber,
  orderOfCart,
} from './ids.ts';

const user = newUserId();
const other = newUserId();

describe('ids', () => {
  it('are 32 hex digits, each once, in order of time', async () => {
    const ids = Array.from({ length: 2000 }, () => newPlanId() as string);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(newSkuId()).toMatch(/^[0-9a-f]{32}$/);
  });

  it('of events are UUIDs; derived ids are equal for the same cause', () => {
    expect(newEventId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const derived = derivedEventId('paid', 'order', 'charge');
    expect(derived).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(derivedEventId('paid', 'order', 'charge')).toBe(derived);
    expect(derivedEventId('paid', 'orderc', 'harge')).not.toBe(derived);
  });

  it('derived from parts keep parts apart', () => {
    expect(derivedHexId('ab', 'c')).toBe(derivedHexId('ab', 'c'));
    expect(derivedHexId('ab', 'c')).not.toBe(derivedHexId('a', 'bc'));
    expect(derivedHexId('ab', 'c')).not.toBe(derivedHexId('abc'));
  });
});

describe('order numbers', () => {
  it('are 27 digits', () => {
    expect(orderNumber(user)).toMatch(/^2\d{26}$/);
    expect(orderNumber(user, 'key')).toMatch(/^2\d{26}$/);
  });

  it('are the same for the same user and key, and for nothing else', () => {
    expect(orderNumber(user, 'key')).toBe(orderNumber(user, 'key'));
    expect(orderNumber(user, 'key')).not.toBe(orderNumber(other, 'key'));
    expect(orderNumber(user, 'key')).not.toBe(orderNumber(user, 'key2'));
    expect(orderNumber(user)).not.toBe(orderNumber(user));
  });

  it('of the house are reached by no key of a client', () => {
    const renewal = houseOrderNumber('renewal', 'plan', 'order', '1');
    expect(renewal).toMatch(/^3\d{26}$/);
    expect(houseOrderNumber('renewal', 'plan', 'order', '1')).toBe(renewal);
    expect(houseOrderNumber('renewal', 'plan', 'order1', '')).not.toBe(renewal);
    fc.assert(
      fc.property(fc.string(), fc.nat(), (key, n) => {
        for (const number of [orderNumber(user, key), orderOfCart(cartNumber(user, key), n)]) {
          expect(isHouseOrderNumber(number)).toBe(false);
        }
      }),
    );
    expect(isHouseOrderNumber(renewal)).toBe(true);
  });

  it('can be read out of each of their charges', () => {
    const order = orderNumber(user);
    expect(numberOfCharge(chargeIdOf(order, 1))).toBe(order);
    expect(numberOfCharge(chargeIdOf(order, 12))).toBe(order);
    expect(chargeIdOf(order, 1)).not.toBe(chargeIdOf(order, 2));
  });

  it.each(['', 'ch_', 'ch_1', 'ch__1', 'xx_1_1', 'ch_1_x', `ch_${'9'.repeat(81)}_1`])(
    'cannot be read out of %s',
    (charge) => {
      expect(numberOfCharge(charge as ChargeId)).toBeUndefined();
    },
  );
});
