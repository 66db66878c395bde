import { beforeAll, expect, test, vi } from 'vitest';
import { asOutTradeNo, chargeIdOf, type PlanId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import type { DataOf } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { withSecondBeginnings } from '#events/testing/second-beginnings.ts';
import { DAY_MS, HOUR_MS } from '#events/time.ts';
import { expectingNothing } from '#services/api/testing/servers.ts';
import { savePlan, sponsorshipForm } from '#services/api/testing/shop.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import type { Command, Committer, States } from '#services/commerce/engine/command.ts';
import { endAgreement, listAgreements } from '#services/contract/memberships/calls.ts';
import { listMyMembers } from '#services/contract/memberships/sponsors.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { createOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay, sandboxRenewals } from '#services/contract/payments/sandbox-payments.ts';
import { makeRedeemCodes, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { renewals } from './processes/renewals.ts';
import { agree, agreementEvents, renewable } from './testing/agreements.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock }));
const creator = fixture(() => api.creator('Lin'));
let plan_id: PlanId;

beforeAll(async () => {
  plan_id = await renewable(api, creator);
});

const pass = (hours: number) => clock.setOffset(clock.offset + hours * HOUR_MS);
const worker = (committer: Committer) => renewals({ ...api.deps, committer });
const fire = (committer: Committer, { user_id }: TestUser, of = plan_id) =>
  worker(committer).fire({ key: '', due_at: 0, attempts: 0, data: { user_id, plan_id: of } }, clock.now());
const types = async (fan: TestUser) => (await agreementEvents(api, fan, plan_id)).map(({ type }) => type);
const mine = async (fan: TestUser) => {
  await api.projected();
  return (await api.data(listAgreements, {}, fan)).list;
};
/** Hours until the membership of a fan ends. */
async function hoursLeft(fan: TestUser): Promise<number> {
  return ((await mine(fan))[0]!.until * 1000 - clock.now()) / HOUR_MS;
}

/** The control: commands do not see what the other worker placed, and their events have random ids. */
const blind = (committer: Committer): Committer => ({
  ...committer,
  submit: <Result>(command: Command<Result>) =>
    committer.submit<Result>({
      ...command,
      decide(states, now) {
        const get: States['get'] = (kind, stream) => {
          const state = states.get(kind, stream);
          if (command.name !== 'renew_membership') return state;
          if (kind.name === 'order') return { phase: 'none' } as never;
          return kind.name === 'agreement' ? ({ ...state, renewal: null } as never) : state;
        };
        const decision = command.decide({ ...states, get }, now);
        if (!decision.accepted) return decision;
        return { ...decision, events: decision.events.map(({ id: _id, ...event }) => event) };
      },
    }),
});

/** Two processes' committers on one log; without versions for the control. */
async function race(log: EventLog, of: (committer: Committer) => Committer) {
  const { pool } = api.deps;
  const workers = [0, 1].map(() => startCommitter({ log, clock, pool }));
  const fans = await Promise.all(Array.from({ length: 6 }, () => api.user()));
  for (const fan of fans) await agree(api, fan, plan_id);
  pass((await hoursLeft(fans[0]!)) - 5);
  await Promise.allSettled(fans.flatMap((fan) => workers.map((one) => fire(of(one), fan))));
  const placed: number[] = [];
  for (const fan of fans) {
    const number = (await agreementEvents(api, fan, plan_id)).find(({ type }) => type === 'RenewalPlaced');
    if (!number) throw new Error('no renewal was placed');
    const { out_trade_no } = number.data as DataOf<'RenewalPlaced'>;
    const events = await api.deps.log.readStream(orderStream(out_trade_no));
    placed.push(events.filter(({ type }) => type === 'OrderPlaced').length);
  }
  await Promise.all(workers.map((one) => one.close()));
  return { placed, types: await Promise.all(fans.map(types)) };
}

test('two workers at one renewal place one order, charge once and record one payment', async () => {
  const result = await race(api.deps.log, (committer) => committer);
  expect(result.placed).toEqual(Array.from({ length: 6 }, () => 1));
  const once = ['AgreementOffered', 'AgreementMade', 'RenewalPlaced', 'RenewalPaid'];
  for (const one of result.types) expect(one).toEqual(once);
});

test('the checkout names what is agreed to; wrong agreements are refused by field, and nothing is written', async () => {
  const fan = await api.user();
  const prepared = await api.data(prepareOrder, { plan_id, month: 2 }, fan);
  expect(prepared.renewal).toMatchObject({ amount: '30.00', months: 1 });
  const end = api.deps.calendar.addMonths(clock.now(), 2) - 6 * HOUR_MS;
  expect(Math.abs((prepared.renewal?.first_charge_time ?? 0) - end / 1000)).toBeLessThan(60);
  const { plan_id: once } = await savePlan(api, creator, { ...sponsorshipForm, name: 'Once' });
  expect((await api.data(prepareOrder, { plan_id: once }, fan)).renewal).toBeNull();
  const head = await api.deps.log.head();
  const refused = async (body: object) => {
    const { ec, data } = await api.call(createOrder, body, fan);
    return [ec, data.errors?.map(({ field }) => field)];
  };
  expect(await refused({ plan_id: once, agreement_amount: '30.00' })).toEqual([40000, ['agreement_amount']]);
  expect(await refused({ plan_id, agreement_amount: '29.99' })).toEqual([40000, ['agreement_amount']]);
  expect(await refused({ plan_id, agreement_amount: '-1' })).toEqual([40000, ['agreement_amount']]);
  const custom = { user_id: creator.user_id, custom_price: '30.00', agreement_amount: '30.00' };
  expect(await refused(custom)).toEqual([40000, ['agreement_amount']]);
  const { payments } = api.deps;
  const known = payments.provider.bind(payments);
  const plain = vi.spyOn(payments, 'provider').mockImplementation((name) => {
    const provider = known(name);
    return provider && { ...provider, chargeAgain: undefined as never };
  });
  const lacking = await api.call(createOrder, { plan_id, agreement_amount: '30.00' }, fan);
  expect(lacking.data.errors).toMatchObject([
    { field: 'agreement_amount', message: '支付渠道不支持自动续费' },
  ]);
  plain.mockRestore();
  expect((await api.call(endAgreement, { plan_id }, fan)).ec).toBe(40400);
  expect(await api.deps.log.head()).toBe(head);
  await agree(api, fan, plan_id);
  expect((await api.data(prepareOrder, { plan_id }, fan)).renewal).toBeNull();
  expect(await refused({ plan_id, agreement_amount: '30.00' })).toEqual([40000, ['agreement_amount']]);
});

test('only an explicit amount in the order of the plan agrees; a code, a plain order and other values do not', async () => {
  const fan = await api.user();
  const { list } = await api.data(makeRedeemCodes, { plan_id, month: 1, num: 2 }, creator);
  const [code = '', other = ''] = list.map((one) => one.code);
  const prepared = await api.data(prepareOrder, { plan_id, redeem_code: code }, fan);
  expect(prepared.renewal).toBeNull();
  const head = await api.deps.log.head();
  const wrong: object[] = ['', true, 1, 'yes', '30.001', null].map((agreement_amount) => ({
    plan_id,
    agreement_amount,
  }));
  for (const body of [...wrong, { plan_id, redeem_code: code, agreement_amount: '30.00' }]) {
    const { ec, data } = await api.call(createOrder, body as { plan_id: string }, fan);
    const fields = data.errors?.map(({ field }) => field);
    expect([body, ec, fields]).toEqual([body, 40000, ['agreement_amount']]);
  }
  expect(await api.deps.log.head()).toBe(head);
  expect((await api.call(useRedeemCode, { code }, fan)).ec).toBe(200);
  expect((await api.call(createOrder, { plan_id, redeem_code: other }, fan)).ec).toBe(200);
  const { out_trade_no } = await api.data(createOrder, { plan_id }, fan);
  await api.data(sandboxPay, { charge_id: chargeIdOf(asOutTradeNo(out_trade_no), 1), outcome: 'success' });
  expect(await types(fan)).toEqual([]);
  expect(await mine(fan)).toEqual([]);
  const silent = await api.call(sandboxRenewals, { out_trade_no, outcome: 'fail' });
  expect(silent.ec).toBe(40400);
});

test('declined four times in 72 hours, seen by both sides; a late answer counts; a refund and the fan end it', async () => {
  const [fan, late] = [await api.user('Anna'), await api.user('Late')];
  const orders = [await agree(api, fan, plan_id), await agree(api, late, plan_id)];
  const behave = (n: number, outcome: 'fail' | 'late') =>
    api.call(sandboxRenewals, { out_trade_no: orders[n] ?? '', outcome });
  expect((await behave(0, 'fail')).ec).toBe(200);
  expect((await behave(1, 'late')).ec).toBe(200);
  await api.projected();
  const renewing = async () => {
    const { list } = await api.data(listMyMembers, { per_page: 50 }, creator);
    return list
      .filter(({ user }) => user.name !== '')
      .flatMap(({ user, renews }) => (renews ? [user.name] : []));
  };
  expect(await renewing()).toEqual(expect.arrayContaining(['Anna', 'Late']));
  pass((await hoursLeft(fan)) - 5);
  const { committer } = api.deps;
  const first = await fire(committer, fan);
  expect(first).toEqual({ again_at: expect.closeTo(clock.now() + 12 * HOUR_MS, -5) });
  expect((await mine(fan))[0]).toMatchObject({ failed: 1, end_reason: '', renewals: 0 });
  expect(await fire(committer, late)).toMatchObject({ again_at: expect.any(Number) });
  const open = (await mine(late))[0]?.open_order ?? '';
  expect((await api.deps.payments.sandbox?.lookUp(chargeIdOf(open as never, 1)))?.status).toBe('paid');
  expect(await types(late)).toEqual(['AgreementOffered', 'AgreementMade', 'RenewalPlaced']);
  for (const hours of [12, 24, 36]) {
    pass(hours + 0.1);
    await fire(committer, fan);
  }
  expect((await mine(fan))[0]).toMatchObject({ failed: 4, next_charge_time: null });
  expect(await fire(committer, fan)).toBe('done');
  expect(await types(fan)).toEqual([
    'AgreementOffered',
    'AgreementMade',
    'RenewalPlaced',
    'RenewalFailed',
    'RenewalFailed',
    'RenewalFailed',
    'RenewalFailed',
  ]);
  expect((await api.call(endAgreement, { plan_id }, fan)).ec).toBe(200);
  expect((await mine(fan))[0]).toMatchObject({ end_reason: 'fan', next_charge_time: null });

  const loyal = await api.user('Loyal');
  await agree(api, loyal, plan_id);
  pass((await hoursLeft(loyal)) - 5);
  expect(await fire(committer, loyal)).toMatchObject({ again_at: expect.any(Number) });
  const [renewed] = await mine(loyal);
  expect(renewed).toMatchObject({ renewals: 1, end_reason: '' });
  expect((await hoursLeft(loyal)) * HOUR_MS).toBeGreaterThan(27 * DAY_MS);
  const back = await api.call(refundOrder, { out_trade_no: renewed?.last_order ?? '' }, creator);
  expect(back.ec).toBe(200);
  expect((await mine(loyal))[0]).toMatchObject({ end_reason: 'refunded' });
});

// Last: read models cannot follow what it writes.
test('negative control of two workers: without a look at the other order, versions and derived ids there are two', async () => {
  const careless = () => race(expectingNothing(api.deps.log), blind);
  const { placed } = await withSecondBeginnings(api.deps.pool, careless);
  expect(Math.max(...placed)).toBeGreaterThan(1);
});
