import { beforeAll, expect, test } from 'vitest';
import { newPlanId, orderNumber, type PlanId } from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import { membershipStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS, HOUR_MS } from '#events/time.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { given } from '#services/api/testing/waiting-orders.ts';
import { membershipKind, runOf } from '#services/commerce/memberships/membership.ts';
import { order, payment } from '#services/commerce/testing/orders.ts';
import { offered, sponsorship } from '#services/commerce/testing/scenario.ts';
import { setNotified } from '#services/modules/messages/notify-config.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { Process, Timer } from '../../process.ts';
import { renewals } from '../renewals.ts';
import { membershipNotices } from './membership-notices.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock, projections: false }));
const creator = fixture(() => api.creator('Lin'));
const monthly = newPlanId();
const extra = newPlanId();
const dearer = newPlanId();
const renewed = newPlanId();
/** Whose memberships the notices of a test are about. */
const NAMES: readonly (readonly [PlanId, string])[] = [
  [monthly, 'monthly'],
  [extra, 'extra'],
  [dearer, 'dearer'],
  [renewed, 'renewed'],
];

const process = (): Process => membershipNotices({ ...api.deps, outbox: api.deps.outbox });

beforeAll(async () => {
  const { creator_id } = { creator_id: creator.user_id };
  await given(api.deps.committer, [
    ...offered(monthly, sponsorship, [], { creator_id }),
    ...offered(dearer, { ...sponsorship, name: 'Dearer', price: fenOf(2 * sponsorship.price) }, [], {
      creator_id,
    }),
    ...offered(renewed, { ...sponsorship, independent: true, can_ali_agreement: true }, [], { creator_id }),
    ...offered(extra, { ...sponsorship, name: 'Extra', independent: true }, [], { creator_id }),
  ]);
});

async function buy(
  fan: TestUser,
  plan_id: PlanId,
  agreement_amount?: Fen,
  begin_at_end = false,
): Promise<void> {
  const { committer } = api.deps;
  const out_trade_no = orderNumber(fan.user_id);
  const wanted = { out_trade_no, user_id: fan.user_id, plan_id, lines: [], month: 1 };
  const placed = await committer.submit(order({ ...wanted, agreement_amount, begin_at_end }));
  if (!placed.accepted) throw new Error(placed.refusal.code);
  const { total_amount } = placed.result.order.placed;
  expect(await committer.submit(payment(total_amount, out_trade_no))).toMatchObject({ accepted: true });
}

/** What two workers do with the timers of a fan until nothing is due, each firing twice. */
async function work(fan: TestUser, timers: Map<string, Timer>): Promise<void> {
  const { events } = await api.deps.log.readAll(0, { limit: 1_000, types: [...process().types] });
  for (const event of events.slice(seen.get(timers) ?? 0)) {
    const change = process().timerFor(event);
    const mine = (event.data as { user_id: string }).user_id === fan.user_id;
    if (mine && change && 'set' in change)
      timers.set(change.key, { key: change.key, attempts: 0, ...change.set });
  }
  seen.set(timers, events.length);
  for (const timer of timers.values()) {
    if (timer.due_at > clock.now()) continue;
    const [fired] = await Promise.all([1, 2].map(() => process().fire(timer, clock.now())));
    if (fired === 'done') timers.delete(timer.key);
    else timers.set(timer.key, { ...timer, due_at: fired?.again_at ?? 0 });
  }
}
/** By the timers of a fan: events that they follow already. */
const seen = new WeakMap<Map<string, Timer>, number>();

async function sent({ user_id }: TestUser): Promise<string[]> {
  const { rows } = await api.deps.pool.query<{ template: string; message_key: string }>(
    'SELECT template, message_key FROM runtime.outbox WHERE to_user = $1 ORDER BY id',
    [user_id],
  );
  return rows.map(({ template, message_key }) =>
    `${template} ${NAMES.find(([plan]) => message_key.includes(plan))?.[1] ?? ''}`.trim(),
  );
}
/** The newest grant of a fan's monthly membership. */
async function grantOf({ user_id }: TestUser): Promise<{ until: number }> {
  const stream = membershipStream(creator.user_id, user_id);
  const state = await api.deps.committer.read([stream], (states) => states.get(membershipKind, stream));
  return { until: runOf(state, monthly)?.until ?? 0 };
}
const pass = (days: number) => clock.setOffset(clock.offset + days * DAY_MS);

test('not before a plan for later, which the fan has chosen; but before the end of that plan', async () => {
  clock.setOffset(Date.parse('2027-03-01T04:00:00Z') - Date.now());
  const fan = await api.user('Pia');
  const timers = new Map<string, Timer>();
  await buy(fan, dearer);
  await buy(fan, monthly, undefined, true);
  const notices: string[][] = [];
  // The first ends on 1 April, the second on 1 May.
  for (const days of [29, 3, 26, 4]) {
    pass(days);
    await work(fan, timers);
    notices.push(await sent(fan));
  }
  const last = 'membership_ending monthly';
  expect(notices).toEqual([[], [], [last], [last, 'membership_ended monthly']]);
});

test('three days before the end and at the end, once, for each membership; an extension moves both', async () => {
  clock.setOffset(Date.parse('2027-03-01T04:00:00Z') - Date.now());
  const fan = await api.user('Anna');
  const timers = new Map<string, Timer>();
  const after = async (days: number) => {
    pass(days);
    await work(fan, timers);
    return sent(fan);
  };
  await buy(fan, monthly);
  expect(await after(27)).toEqual([]);
  // Until 1 May; the other one until 28 April.
  await buy(fan, monthly);
  await buy(fan, extra);
  expect(await after(2)).toEqual([]);
  const first = await after(26);
  expect(first).toEqual(['membership_ending extra']);
  const second = await after(3);
  expect(second).toEqual([...first, 'membership_ending monthly', 'membership_ended extra']);
  expect(await after(3)).toEqual([...second, 'membership_ended monthly']);
  expect(await after(1)).toEqual([...second, 'membership_ended monthly']);
});

test('a worker that was down over a moment sends what is still true, once', async () => {
  const [before, over] = [await api.user('Before'), await api.user('Over')];
  const timers = new Map([before, over].map((fan) => [fan, new Map<string, Timer>()]));
  const now = async (fan: TestUser) => {
    for (let times = 0; times < 2; times += 1) await work(fan, timers.get(fan) ?? new Map());
    return sent(fan);
  };
  for (const fan of [before, over]) await buy(fan, monthly);
  const { until } = await grantOf(before);
  clock.setOffset(until - DAY_MS - Date.now());
  expect(await now(before)).toEqual(['membership_ending monthly']);
  clock.setOffset(until + DAY_MS - Date.now());
  for (const fan of [before, over]) {
    const ended = [...(fan === before ? ['membership_ending monthly'] : []), 'membership_ended monthly'];
    expect(await now(fan)).toEqual(ended);
  }
});

test('nothing about an end that was moved meanwhile: by an extension, an upgrade or a renewal', async () => {
  const [extended, upgraded, agreed] = [await api.user('Ex'), await api.user('Up'), await api.user('Ag')];
  const fans = [extended, upgraded, agreed];
  const timers = new Map(fans.map((fan) => [fan, new Map<string, Timer>()]));
  const now = async (fan: TestUser) => {
    await work(fan, timers.get(fan) ?? new Map());
    return sent(fan);
  };
  for (const fan of [extended, upgraded]) await buy(fan, monthly);
  await buy(agreed, renewed, sponsorship.price);
  const { until } = await grantOf(extended);
  clock.setOffset(until - 4 * DAY_MS - Date.now());
  await buy(extended, monthly);
  await buy(upgraded, dearer);
  clock.setOffset(until - DAY_MS - Date.now());
  expect(await now(extended)).toEqual([]);
  expect(await now(upgraded)).toEqual(['membership_ending dearer']);
  expect(await now(agreed)).toEqual(['membership_renews renewed']);
  clock.setOffset(until - HOUR_MS - Date.now());
  const provider = {
    chargeAgain: async () => ({ status: 'paid', amount: sponsorship.price }),
  } as never;
  const renewing = renewals({ ...api.deps, payments: { provider: () => provider } });
  const data = { user_id: agreed.user_id, plan_id: renewed };
  await renewing.fire({ key: '', due_at: 0, attempts: 0, data }, clock.now());
  clock.setOffset(until + HOUR_MS - Date.now());
  expect(await now(extended)).toEqual([]);
  expect(await now(upgraded)).toEqual(['membership_ending dearer', 'membership_ended dearer']);
  expect(await now(agreed)).toEqual(['membership_renews renewed', 'membership_renewed']);
});

test('nothing is sent to a fan who turned the mails off, or days after the end', async () => {
  const [quiet, late] = [await api.user('Quiet'), await api.user('Late')];
  await setNotified(api.deps.pool, quiet.user_id, 'membership', false);
  const [ofQuiet, ofLate] = [new Map<string, Timer>(), new Map<string, Timer>()];
  await buy(quiet, monthly);
  await work(quiet, ofQuiet);
  await buy(late, monthly);
  await work(late, ofLate);
  pass(29);
  await work(quiet, ofQuiet);
  pass(8);
  await work(quiet, ofQuiet);
  await work(late, ofLate);
  expect([await sent(quiet), await sent(late)]).toEqual([[], []]);
  expect([ofQuiet.size, ofLate.size]).toEqual([0, 0]);
});
