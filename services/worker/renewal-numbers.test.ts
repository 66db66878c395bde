import { describe, expect, it } from 'vitest';
import {
  asOutTradeNo,
  chargeIdOf,
  isHouseOrderNumber,
  type OutTradeNo,
  orderNumber,
  type PlanId,
} from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import type { DataOf } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import { listAgreements } from '#services/contract/memberships/calls.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { renewals } from './processes/renewals.ts';
import { agree, agreementEvents, renewable } from './testing/agreements.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock }));

interface Agreed {
  creator: TestUser;
  fan: TestUser;
  plan_id: PlanId;
  agreed: OutTradeNo;
  until: Millis;
}

async function dataOf<Type extends 'AgreementMade' | 'RenewalPlaced'>(
  wanted: Type,
  fan: TestUser,
  plan_id: PlanId,
): Promise<DataOf<Type>> {
  const found = (await agreementEvents(api, fan, plan_id)).find(({ type }) => type === wanted);
  if (found === undefined) throw new Error(`there is no ${wanted}`);
  return found.data as DataOf<Type>;
}

/** A fan has agreed with a plan of 30.00, and its renewal is due. */
async function due(): Promise<Agreed> {
  const [creator, fan] = [await api.creator(), await api.user()];
  const plan_id = await renewable(api, creator);
  const agreed = await agree(api, fan, plan_id);
  const { until } = await dataOf('AgreementMade', fan, plan_id);
  clock.setOffset(clock.offset + until - clock.now() - 5 * HOUR_MS);
  return { creator, fan, plan_id, agreed, until };
}

const renew = ({ fan: { user_id }, plan_id }: Agreed, payments: Pick<Payments, 'provider'>) =>
  renewals({ ...api.deps, payments }).fire(
    { key: '', due_at: 0, attempts: 0, data: { user_id, plan_id } },
    clock.now(),
  );
const typesOf = async (order: OutTradeNo) =>
  (await api.deps.log.readStream(orderStream(order))).map(({ type }) => type);
const renewalOf = async ({ fan, plan_id }: Agreed): Promise<OutTradeNo> => {
  return (await dataOf('RenewalPlaced', fan, plan_id)).out_trade_no;
};
const pendingOf = async (seller: TestUser) => (await api.data(getBalance, {}, seller)).pending;
async function endOf({ fan }: Agreed): Promise<Millis> {
  await api.projected();
  return ((await api.data(listAgreements, {}, fan)).list[0]?.until ?? 0) * 1000;
}
async function setAside(): Promise<number> {
  return (await api.deps.pool.query('SELECT FROM rm.set_aside')).rowCount ?? 0;
}

describe('a key of a client that was the number of a renewal', () => {
  it.each([false, true])('names another order than the renewal; it is paid: %s', async (paid) => {
    const before = await due();
    const { creator, fan, plan_id, agreed, until } = before;
    const stranger = await api.creator();
    const key = `renewal ${plan_id} ${agreed} ${until}`;
    const order = { user_id: stranger.user_id, custom_price: '30.00', client_order_key: key };
    const { out_trade_no } = await api.data(createOrder, order, fan);
    expect(out_trade_no).toBe(orderNumber(fan.user_id, key));
    const charge_id = chargeIdOf(asOutTradeNo(out_trade_no), 1);
    const { committer, payments } = api.deps;
    if (paid) {
      await payments.sandbox?.pay({
        charge_id,
        outcome: 'success',
        transport: { delay_ms: 0, copies: 0, lost: true },
      });
      const command = takePayment({ charge_id, amount: fenOf(3_000), provider: 'sandbox' });
      expect(command && (await committer.submit(command)).accepted).toBe(true);
    }
    expect(await renew(before, payments)).toMatchObject({ again_at: expect.any(Number) });
    const renewal = await renewalOf(before);
    expect(isHouseOrderNumber(renewal)).toBe(true);
    expect(await typesOf(renewal)).toEqual(['OrderPlaced', 'OrderPaid']);
    expect(await typesOf(asOutTradeNo(out_trade_no))).toEqual([
      'OrderPlaced',
      ...(paid ? ['OrderPaid'] : []),
    ]);
    expect(await endOf(before)).toBeGreaterThan(until + 27 * DAY_MS);
    // Each creator has what was paid for: the plan twice, and the custom amount.
    expect([await pendingOf(creator), await pendingOf(stranger)]).toEqual(['56.40', paid ? '28.20' : '0.00']);
    expect(await setAside()).toBe(0);
  });
});

describe('a renewal whose provider charged', () => {
  const charging = (change: number): Pick<Payments, 'provider'> => ({
    provider(name) {
      const provider = api.deps.payments.provider(name);
      const chargeAgain = provider?.chargeAgain;
      if (!provider || !chargeAgain) return provider;
      return {
        ...provider,
        async chargeAgain(request) {
          const outcome = await chargeAgain.call(provider, request);
          if (outcome.status !== 'paid') return outcome;
          return { ...outcome, amount: (outcome.amount + change) as Fen };
        },
      };
    },
  });

  it.each([-1, 1, -2_900, 3_000])(
    '%i fen more than the order is not paid by it; that money is to be returned',
    async (change) => {
      const before = await due();
      await renew(before, charging(change));
      const renewal = await renewalOf(before);
      const events = await api.deps.log.readStream(orderStream(renewal));
      expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'LatePaymentReceived']);
      expect(events[1]?.data).toMatchObject({ out_trade_no: renewal, amount: 3_000 + change });
      expect(Math.abs((await endOf(before)) - before.until)).toBeLessThan(1_000);
      expect(await pendingOf(before.creator)).toBe('28.20');
    },
  );

  it('exactly the order is paid by it', async () => {
    const before = await due();
    await renew(before, charging(0));
    expect(await typesOf(await renewalOf(before))).toEqual(['OrderPlaced', 'OrderPaid']);
    expect(await endOf(before)).toBeGreaterThan(before.until + 27 * DAY_MS);
  });
});
