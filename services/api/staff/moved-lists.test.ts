import { expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asUserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { endedMemberships, membersAt } from '#read-models/memberships/queries.ts';
import {
  newestSponsors,
  sortedSponsors,
  sponsorCounts,
  sponsorOf,
  sponsorsOf,
} from '#read-models/memberships/sponsors/queries.ts';
import { sponsorMonths } from '#read-models/stats/sponsor-months/queries.ts';
import { readModelDatabase, shanghai } from '#read-models/testing/database.ts';
import { handOverOrder } from '#services/commerce/staff/hand-over-order.ts';
import { order, payment, refund as refundOf, totalOf } from '#services/commerce/testing/orders.ts';
import { given, offered, sponsorship } from '#services/commerce/testing/scenario.ts';

const database = fixture(readModelDatabase);

type Account = 'a' | 'b' | 'c';
const PRICES = { basic: 3_000, gold: 5_000 } as const;

/** Two accounts of one person, and a creator with two plans: events of the deciders, as the lists show them. */
function shop() {
  const run = database.prefix();
  const creator_id = asUserId(`${run}creator`);
  const fan = (account: Account) => asUserId(`${run}${account}`);
  const plan = (name: keyof typeof PRICES) => asPlanId(`${run}${name}`);
  const number = (n: number) => asOutTradeNo(`${run}n${n}`);
  const scenario = given(
    ...(['basic', 'gold'] as const).map((name) =>
      offered(plan(name), { ...sponsorship, name, price: fenOf(PRICES[name]) }, [], { creator_id }),
    ),
  );
  const { memory } = scenario;
  let written = 0;
  return {
    creator_id,
    fan,
    buy(n: number, account: Account, name: keyof typeof PRICES, month = 1): void {
      const what = { out_trade_no: number(n), user_id: fan(account), plan_id: plan(name), lines: [], month };
      scenario.accepts(order(what));
      scenario.accepts(payment(totalOf(scenario, number(n)), number(n)));
    },
    move(n: number, from: Account, to: Account): void {
      const desk = { by: asUserId(`${run}desk`), reason: 'registered twice', secret: 's' };
      scenario.accepts(handOverOrder({ out_trade_no: number(n), from: fan(from), to: fan(to), ...desk }));
    },
    refund(n: number): void {
      scenario.accepts(refundOf({ out_trade_no: number(n), by: { kind: 'creator', user_id: creator_id } }));
    },
    days(count: number): void {
      memory.now += count * DAY_MS;
    },
    /** Writes what happened since, a few events at once. @returns the present time */
    async shown(batch = 3): Promise<Millis> {
      const fresh = memory.log.slice(written);
      written = memory.log.length;
      await database.happened(
        fresh.map(({ stream, event, id, metadata }) => ({ stream, event: { ...event, id, metadata } })),
        batch,
      );
      return memory.now;
    },
  };
}

test('a membership that was moved is not listed as ended in the first account', async () => {
  const { buy, move, days, shown, fan } = shop();
  const ended = async (account: Account) => {
    const at = await shown();
    const { rows } = await endedMemberships(database.pool, {
      user_id: fan(account),
      at,
      within: 30 * DAY_MS,
    });
    return rows.map(({ plan_name }) => plan_name);
  };
  buy(1, 'a', 'basic');
  days(1);
  move(1, 'a', 'b');
  days(1);
  expect([await ended('a'), await ended('b')]).toEqual([[], []]);
  days(40);
  expect([await ended('a'), await ended('b')]).toEqual([[], ['basic']]);
  buy(2, 'b', 'gold');
  days(1);
  move(2, 'b', 'a');
  days(1);
  move(2, 'a', 'b');
  move(2, 'b', 'a');
  days(31);
  expect([await ended('a'), await ended('b')]).toEqual([['gold'], []]);
});

test('the refund of an upgrade from before a move brings back the amount of the plan before it', async () => {
  const { buy, move, refund, days, shown, creator_id } = shop();
  const recurring = async () => (await membersAt(database.pool, { creator_id, at: await shown() })).recurring;
  buy(1, 'a', 'basic', 2);
  days(3);
  buy(2, 'a', 'gold');
  expect(await recurring()).toBe(PRICES.gold);
  days(1);
  move(2, 'a', 'b');
  expect(await recurring()).toBe(PRICES.gold);
  days(1);
  refund(2);
  expect(await recurring()).toBe(PRICES.basic);
});

/** Sponsors and recurring income of each month until now, from May 2026. */
async function monthsOf(creator_id: string, at: Millis) {
  const to = shanghai.dayOf(at);
  const { months } = await sponsorMonths(database.pool, { creator_id, from: '2026-05', to });
  return months.map(({ sponsors, recurring }) => [sponsors, recurring]);
}

test('the refund of an upgrade after a move leaves the income of the plan that the first account paid', async () => {
  const { buy, move, refund, days, shown, creator_id } = shop();
  buy(1, 'a', 'basic');
  move(1, 'a', 'b');
  days(1);
  buy(2, 'b', 'gold');
  expect(await monthsOf(creator_id, await shown())).toEqual([[2, PRICES.basic + PRICES.gold]]);
  days(1);
  refund(2);
  expect(await monthsOf(creator_id, await shown())).toEqual([[2, PRICES.basic]]);
  days(20);
  expect(await monthsOf(creator_id, await shown())).toEqual([
    [2, PRICES.basic],
    [1, PRICES.basic],
  ]);
});

test('a refund after a move changes no month that is over, and lengthens nothing', async () => {
  const { buy, move, refund, days, shown, creator_id } = shop();
  buy(1, 'a', 'basic');
  move(1, 'a', 'b');
  buy(2, 'b', 'basic', 5);
  days(100);
  const before = await monthsOf(creator_id, await shown());
  const own = [1, PRICES.basic];
  expect(before).toEqual([[2, 2 * PRICES.basic], own, own, own]);
  refund(1);
  expect(await monthsOf(creator_id, await shown())).toEqual(before);
});

test('a refund after a move ends the months of who paid nothing else', async () => {
  const { buy, move, refund, days, shown, creator_id } = shop();
  buy(1, 'a', 'basic', 3);
  move(1, 'a', 'b');
  buy(2, 'b', 'basic', 2);
  days(30);
  refund(1);
  days(20);
  const own = [1, PRICES.basic];
  expect(await monthsOf(creator_id, await shown())).toEqual([[2, 2 * PRICES.basic], own, own]);
});

/** Sponsors in each order of the lists, and their numbers as pages and cards show them. */
async function sponsorLists(creator_id: string) {
  const { pool } = database;
  const namesOf = (list: readonly { user_id: string }[]) =>
    list.map(({ user_id }) => user_id.at(-1)).join('');
  const of = { creator_id, limit: 10, offset: 0 };
  const [largest, newest] = [await sponsorsOf(pool, of), await newestSponsors(pool, of)];
  const single = Array.from({ length: newest.total_count }, (_, offset) =>
    newestSponsors(pool, { creator_id, limit: 1, offset }),
  );
  const pages = (await Promise.all(single)).flatMap(({ list }) => list);
  expect(namesOf(pages)).toBe(namesOf(newest.list));
  const known = await sortedSponsors.first.all(pool, { ...of, through: newest.total_count });
  expect(namesOf(known.list).length).toBe(newest.total_count);
  const { rows } = await sponsorCounts(pool, { creator_ids: [creator_id] });
  const counts = [largest.total_count, newest.total_count, known.total_count, rows[0]?.sponsors];
  return { largest: namesOf(largest.list), newest: namesOf(newest.list), counts };
}

test('the other account is no sponsor any more when the membership went on, or was refunded', async () => {
  const { buy, move, refund, days, shown, creator_id } = shop();
  const lists = async () => {
    await shown();
    return sponsorLists(creator_id);
  };
  const count = (n: number) => Array.from({ length: 4 }, () => n);
  buy(1, 'a', 'basic');
  days(1);
  move(1, 'a', 'b');
  expect(await lists()).toEqual({ largest: 'ab', newest: 'ba', counts: count(2) });
  refund(1);
  expect(await lists()).toEqual({ largest: 'a', newest: 'a', counts: count(1) });
  days(1);
  buy(2, 'c', 'gold');
  expect(await lists()).toEqual({ largest: 'ca', newest: 'ca', counts: count(2) });
  move(2, 'c', 'b');
  expect(await lists()).toEqual({ largest: 'cab', newest: 'cba', counts: count(3) });
  move(2, 'b', 'a');
  expect(await lists()).toEqual({ largest: 'ca', newest: 'ca', counts: count(2) });
  buy(3, 'b', 'basic');
  expect(await lists()).toEqual({ largest: 'cba', newest: 'cba', counts: count(3) });
});

test('a moved membership is no payment: only a new sponsor has the time of the move', async () => {
  const { buy, move, days, shown, creator_id, fan } = shop();
  const times = async (account: Account) => {
    const { rows } = await sponsorOf(database.pool, { creator_id, user_id: fan(account) });
    return rows.map(({ first_paid, last_paid }) => [first_paid, last_paid]);
  };
  buy(1, 'b', 'basic');
  const paid = (await shown()) / 1_000;
  days(40);
  buy(2, 'a', 'gold');
  days(1);
  move(2, 'a', 'b');
  const moved = (await shown()) / 1_000;
  expect(await times('b')).toEqual([[paid, paid]]);
  move(2, 'b', 'c');
  await shown();
  expect(await times('c')).toEqual([[moved, moved]]);
  days(1);
  buy(3, 'c', 'gold');
  const later = (await shown()) / 1_000;
  expect(await times('c')).toEqual([[moved, later]]);
});

test('rebuilt tables have exactly the live rows', () => database.rebuildsEqual());
