import type { UserId } from '#events/ids.ts';
import { type BusinessMonth, DAY_MS, type Millis, monthAt, nextMonth } from '#events/time.ts';
import { creatorId } from '#ops/demo/people.ts';
import { randomFrom } from '#ops/demo/random.ts';
import { endOfMonth } from '#services/commerce/income/settle-month.ts';
import { openCashDesk } from './cash-desk.ts';
import { type Counts, openCounts } from './counts.ts';
import { openMarket } from './market.ts';
import { openPartners } from './partners.ts';
import { startPrograms } from './programs.ts';
import { untilQuiet, untilSettled } from './quiet.ts';
import { openRefunding } from './refunding.ts';
import { drawCreators, openShops } from './shops.ts';
import { openStatementDesk, type Stated } from './statement-desk.ts';
import type { World } from './world.ts';

export interface YearOptions {
  /** The same seed gives the same story, except for effects of timing. */
  seed: number;
  creators: number;
  orders: number;
  months: number;
  /** Called when a month is settled and nothing is due. */
  onMonth(month: BusinessMonth, creators: readonly UserId[], counts: Counts): Promise<void>;
}

const HOUR: Millis = 3_600_000;
/** When fans come, from midnight on. */
const HOURS = [9, 12, 18, 21];
/** Share of the creators who request a withdrawal on a day. */
const ASKING = 0.06;
/** Of a day that is worth living through. */
const ENOUGH_ORDERS = 30;
const MAX_STEP_DAYS = 5;

export interface LivedMonths {
  /** The counts of all kinds of steps. */
  counts: Counts;
  /** The sums of the provider's statements. */
  stated: Stated;
}

/**
 * Simulates months at full speed, by the commands of the API: fans buy, creators refund and withdraw, finance decides
 * and uploads each month's statement, the clock moves on. A real worker follows; worker and settlement are killed at
 * random. It starts with the first of the next month, so that the sandbox's clock only moves forward.
 */
export async function liveMonths(world: World, options: YearOptions): Promise<LivedMonths> {
  const { seed, months, onMonth } = options;
  const { calendar, clock, place } = world;
  const counts = openCounts();
  const [random, chance, luck, slips] = [
    randomFrom(seed),
    randomFrom(seed + 1),
    randomFrom(seed + 2),
    randomFrom(seed + 3),
  ];
  const fans = Math.max(20, Math.round(options.orders / 15));
  const creators = drawCreators(random, options.creators);
  const market = openMarket(world, creators, { random, fans, counts });
  const refunding = openRefunding(world, { random, counts });
  const desk = openCashDesk(world, { random: chance, counts });

  const first = nextMonth(monthAt(calendar, clock.now()));
  let now = calendar.startOf(`${first}-01`);
  const statements = openStatementDesk(world, { random: slips, counts, from: now });
  await world.moveClocks(now);
  await openShops(world, creators);
  const partners = await openPartners(world, creators, randomFrom(seed + 4));
  const programs = await startPrograms(place, { random: luck, counts });
  const perDay = options.orders / (months * 30.4);
  // With few orders, days without buyers are skipped.
  const step = Math.min(Math.max(Math.round(ENOUGH_ORDERS / perDay), 1), MAX_STEP_DAYS);

  /** Everything of one moment, concurrently. */
  async function moment(buyers: number, early = 0): Promise<void> {
    const [sold] = await Promise.all([
      market.trade(buyers),
      market.payLate(),
      refunding.refundDue(early),
      desk.work(),
      partners.moment(),
    ]);
    refunding.plan(sold);
  }

  async function liveDay(): Promise<void> {
    const killing = luck.chance(0.06) ? programs.killWorker(400) : undefined;
    for (const hour of HOURS) {
      await world.moveClocks(now + hour * HOUR);
      await moment(Math.round(((perDay * step) / HOURS.length) * (0.6 + random.next() * 0.8)));
    }
    const asking = creators.filter(() => chance.chance(ASKING * step)).map(creatorId);
    await desk.ask(asking);
    await killing;
  }

  /** The last second of a month and the first of the next, during settlement. */
  async function endMonth(ends_at: Millis): Promise<void> {
    await world.moveClocks(ends_at - 1_000);
    const atOnce = Math.max(4, Math.round(perDay / 6));
    const last = moment(atOnce, 5);
    const settling = [programs.killWorker(900), programs.settleKilled(1_500)];
    // The other processes' clocks are ahead: our events belong to a month that they are closing.
    await world.moveOthersClocks(ends_at);
    await last;
    await moment(atOnce, 3);
    await world.moveClocks(ends_at);
    await desk.ask(creators.slice(0, 12).map(creatorId));
    await moment(atOnce, 3);
    await Promise.all(settling);
  }

  try {
    for (let month = first, done = 0; done < months; month = nextMonth(month), done += 1) {
      const { ends_at } = endOfMonth(calendar, month);
      for (; now < ends_at; now += step * DAY_MS) await liveDay();
      await endMonth(ends_at);
      await untilSettled(world, month);
      await untilQuiet(world);
      await statements.take(ends_at);
      await untilQuiet(world);
      await onMonth(month, creators.map(creatorId), counts);
      now = ends_at;
    }
    // Open payouts arrive, without new requests.
    for (let days = 0; days < 4; days += 1) {
      now += DAY_MS;
      await world.moveClocks(now);
      await market.payLate();
      await desk.work();
      await untilQuiet(world);
    }
    // A statement has no future lines.
    now += HOUR;
    await world.moveClocks(now);
    await untilQuiet(world);
    await statements.take(now);
    await untilQuiet(world);
  } finally {
    await programs.stop();
  }
  return { counts, stated: statements.stated() };
}
