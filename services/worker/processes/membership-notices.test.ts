import { beforeAll, expect, test } from 'vitest';
import { chargeIdOf, newPlanId, orderNumber, type PlanId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { setMembershipNotices } from '#services/accounts/notify-config.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { accept } from '#services/commerce/engine/command.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import { payOrder } from '#services/commerce/payments/pay-order.ts';
import { buying, offered, sponsorship } from '#services/commerce/testing/scenario.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { Timer } from '../process.ts';
import { membershipNotices } from './membership-notices.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock, projections: false }));
const creator = fixture(() => api.creator('Lin'));
const monthly = newPlanId();
const extra = newPlanId();

const process = () => membershipNotices({ ...api.deps, outbox: api.deps.outbox });

beforeAll(async () => {
  const { creator_id } = { creator_id: creator.user_id };
  const plans = [
    ...offered(monthly, sponsorship, [], { creator_id }),
    ...offered(extra, { ...sponsorship, name: 'Extra', independent: true }, [], { creator_id }),
  ];
  const streams = plans.map(({ stream }) => stream);
  await api.deps.committer.submit({
    ...{ name: 'given', actor: 'process:test', streams, decide: () => accept(plans, null) },
  });
});

async function buy(fan: TestUser, plan_id: PlanId): Promise<void> {
  const { committer } = api.deps;
  const out_trade_no = orderNumber(fan.user_id);
  const wanted = buying({ out_trade_no, user_id: fan.user_id, plan_id, lines: [], month: 1 });
  await committer.submit(placeOrder(wanted));
  const charge_id = chargeIdOf(out_trade_no, 1);
  const paid = { out_trade_no, charge_id, amount: sponsorship.price, provider: 'sandbox' };
  expect(await committer.submit(payOrder(paid))).toMatchObject({ accepted: true });
}

/** What two workers do with the timers of a fan until nothing is due, each firing twice. */
async function work(fan: TestUser, timers: Map<string, Timer>): Promise<void> {
  const { events } = await api.deps.log.readAll(0, { limit: 1_000, types: [...process().types] });
  for (const event of events.slice(seen)) {
    const change = process().timerFor(event);
    const mine = (event.data as { user_id: string }).user_id === fan.user_id;
    if (mine && change && 'set' in change)
      timers.set(change.key, { key: change.key, attempts: 0, ...change.set });
  }
  seen = events.length;
  for (const timer of timers.values()) {
    if (timer.due_at > clock.now()) continue;
    const [fired] = await Promise.all([1, 2].map(() => process().fire(timer, clock.now())));
    if (fired === 'done') timers.delete(timer.key);
    else timers.set(timer.key, { ...timer, due_at: fired?.again_at ?? 0 });
  }
}
let seen = 0;

async function sent({ user_id }: TestUser): Promise<string[]> {
  const { rows } = await api.deps.pool.query<{ template: string; message_key: string }>(
    'SELECT template, message_key FROM runtime.outbox WHERE to_user = $1 ORDER BY id',
    [user_id],
  );
  return rows.map(
    ({ template, message_key }) => `${template} ${message_key.includes(extra) ? 'extra' : 'monthly'}`,
  );
}
const pass = (days: number) => clock.setOffset(clock.offset + days * DAY_MS);

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

test('nothing is sent to a fan who turned the mails off, or days after the end', async () => {
  const [quiet, late] = [await api.user('Quiet'), await api.user('Late')];
  await setMembershipNotices(api.deps.pool, quiet.user_id, false);
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
