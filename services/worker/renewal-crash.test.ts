import { describe, expect } from 'vitest';
import { chargeIdOf } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { HOUR_MS } from '#events/time.ts';
import { endAgreement } from '#services/contract/memberships/calls.ts';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { agree, agreementEvents, renewable } from './testing/agreements.ts';
import { eventGate, rowGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';

const TIMEOUT_MS = 60_000;

/** Every step of the worker with a write, on the way of a renewal. */
const steps: Steps = [
  ['placing the order', eventGate('RenewalPlaced')],
  ['asking the provider for a charge', rowGate('INSERT', 'sandbox.charges')],
  ['having it charged', rowGate('UPDATE', 'sandbox.charges')],
  ['recording the payment', eventGate('RenewalPaid')],
  ['setting the next time', timerGate('UPDATE', 'renewals')],
];

const on = shopWithWorker();

/** A fan whose membership is renewed once, charged once, however the worker ends. */
async function prepare(): Promise<() => Promise<void>> {
  const { api } = on.shop;
  const fan = await api.user();
  const plan_id = await renewable(api, await api.creator());
  await agree(api, fan, plan_id);
  const { pool, log } = api.deps;
  const timers = async () => {
    const { rows } = await pool.query<{ due_at: string }>(
      `SELECT due_at FROM runtime.timers WHERE process = 'renewals' AND key = $1`,
      [`${plan_id} ${fan.user_id}`],
    );
    return rows.map(({ due_at }) => Number(due_at));
  };
  await expect.poll(timers, { timeout: TIMEOUT_MS, interval: 20 }).toHaveLength(1);
  return async () => {
    const [due = 0] = await timers();
    await moveSandboxClock(pool, due + 1_000 - Date.now());
    const types = async () => (await agreementEvents(api, fan, plan_id)).map(({ type }) => type);
    await expect
      .poll(types, { timeout: TIMEOUT_MS, interval: 20 })
      .toEqual(['AgreementOffered', 'AgreementMade', 'RenewalPlaced', 'RenewalPaid']);
    await expect
      .poll(async () => (await timers())[0] ?? 0, { timeout: TIMEOUT_MS })
      .toBeGreaterThan(due + HOUR_MS);
    const paid = (await agreementEvents(api, fan, plan_id)).at(-1);
    if (!paid) throw new Error('nothing was paid');
    const { out_trade_no, until } = paid.data as DataOf<'RenewalPaid'>;
    expect(await timers()).toEqual([until - 6 * HOUR_MS]);
    const order = await log.readStream(orderStream(out_trade_no));
    expect(order.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderPaid']);
    const { rows } = await pool.query(
      'SELECT status, amount::int FROM sandbox.charges WHERE out_trade_no = $1',
      [out_trade_no],
    );
    expect(rows).toEqual([{ status: 'paid', amount: 3_000 }]);
    expect(await types()).toHaveLength(4);
  };
}

describe('a worker that is killed while it renews', () => {
  on.killedAtEach(steps, prepare);
});

/** Every step on the way from an agreement's end to the provider. */
const endSteps: Steps = [
  ['following the end', timerGate('INSERT', 'agreement-ends')],
  [
    'telling the provider',
    rowGate('UPDATE', 'sandbox.charges', 'NEW.agreed IS NULL AND OLD.agreed IS NOT NULL'),
  ],
];

describe('a worker that is killed while an agreement ends', () => {
  on.killedAtEach(endSteps, async () => {
    const { api } = on.shop;
    const fan = await api.user();
    const plan_id = await renewable(api, await api.creator());
    const charge = chargeIdOf(await agree(api, fan, plan_id), 1);
    const { sandbox } = api.deps.payments;
    expect(await sandbox?.agreements.find(charge)).toBe('success');
    return async () => {
      expect((await api.call(endAgreement, { plan_id }, fan)).ec).toBe(200);
      await expect.poll(() => sandbox?.agreements.find(charge), { timeout: TIMEOUT_MS }).toBeNull();
    };
  });
});
