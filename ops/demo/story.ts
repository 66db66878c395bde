import { type BusinessCalendar, DAY_MS, type Millis } from '#events/time.ts';
import type { DemoCase } from './cases/requests.ts';
import type { DemoBundle, DemoCreator, DemoEvent, DemoGoods, DemoSku, DemoTier } from './content/creator.ts';
import type { Random } from './random.ts';

/** How a purchase of the demo ends. */
type Ending = 'paid' | 'cancelled' | 'expired';

export interface WantedLine {
  sku: string;
  count: number;
}

/** One of the things that a creator has on sale. */
export type Want =
  | { tier: DemoTier; months: number }
  | { goods: DemoGoods; lines: readonly WantedLine[] }
  /** The chosen lines of one bundle; none for a bundle of all. */
  | { bundle: DemoBundle; lines: readonly WantedLine[] }
  | { event: DemoEvent; lines: readonly WantedLine[] };

/** A fan's intention; stock and limits are checked as usual. */
export interface Purchase {
  at: Millis;
  creator: DemoCreator;
  /** Index of the fan. */
  fan: number;
  want: Want;
  ending: Ending;
  /** When the fan pays or cancels. */
  ends_at: Millis;
  /** A later refund: the share of the whole in percent, or the returned units. */
  refund: { at: Millis; percent: 50 | 100; units?: readonly WantedLine[]; reason?: string } | undefined;
  /** When the tickets let their holders in. */
  admitted_at?: Millis;
  /** No shipping address yet. */
  homeless?: true;
  /** The code that pays for it. */
  code?: { batch: string; number: number };
  /** The affiliate code that the link had. */
  affiliate_code?: string;
  /** To renewals. */
  agrees?: true;
  /** What the fan asks for afterwards. */
  request?: DemoCase;
}

export const STORY_DAYS = 90;
const ORDERS_A_DAY = 42;
/** Sunday to Saturday. */
const WEEKDAYS = [1.25, 0.82, 0.85, 0.9, 0.96, 1.12, 1.32];
/** Midnight to midnight, in business time: quiet nights, a peak at lunch, a higher one in the evening. */
const HOURS = [5, 3, 1, 1, 1, 1, 2, 4, 6, 7, 8, 10, 13, 10, 8, 8, 9, 10, 12, 15, 19, 22, 18, 11];
/** Days before today on which something was released, and how much busier they were. */
const RELEASES = new Map([
  [71, 1.9],
  [43, 2.3],
  [24, 1.7],
  [9, 2.1],
]);
/** The printed fan. */
export const FAN_ACCOUNT = 0;

const busyness = (daysAgo: number, weekday: number): number => {
  const growth = 0.55 + 0.9 * ((STORY_DAYS - daysAgo) / STORY_DAYS);
  return ORDERS_A_DAY * growth * (WEEKDAYS[weekday] ?? 1) * (RELEASES.get(daysAgo) ?? 1);
};

function timeOfDay(random: Random, start: Millis): Millis {
  const hour = random.weighted(
    HOURS.map((weight, at) => ({ at, weight })),
    ({ weight }) => weight,
  ).at;
  return start + hour * 3_600_000 + random.whole(0, 3_599_999);
}

function monthsOf(random: Random, creator: DemoCreator, tier: DemoTier): number {
  if (tier.period) return tier.period.months;
  const longer = creator.discount_option === 1 ? 0.22 : 0.08;
  return random.chance(longer) ? random.pick([3, 6, 6, 12]) : 1;
}

/** One unit of an offer with several kinds, sometimes two, or also one of another kind. */
function linesOf(random: Random, skus: readonly DemoSku[], pairs: number): WantedLine[] {
  const first = random.weighted(skus, ({ weight }) => weight);
  const lines = [{ sku: first.name, count: random.chance(1 - pairs) ? 1 : 2 }];
  const others = skus.filter((sku) => sku !== first && sku.weight > 0);
  if (others.length > 0 && random.chance(0.15)) lines.push({ sku: random.pick(others).name, count: 1 });
  return lines;
}

/** The parts that a buyer chooses; a bundle of everything needs no choice. */
function partsOf(random: Random, { choose, parts }: DemoBundle): WantedLine[] {
  if (choose === undefined) return [];
  const left = [...parts];
  return Array.from({ length: choose }, () => {
    const [{ sku }] = left.splice(random.whole(0, left.length - 1), 1) as [(typeof parts)[number]];
    return { sku, count: 1 };
  });
}

/** Bundles and tickets are ordered half as often as goods. */
const SELDOM = 0.5;

/** A fan's choice at a creator: mostly a membership, else an offer by weight. */
export function wantOf(random: Random, creator: DemoCreator): Want {
  const shop = creator.goods.filter(({ hidden, skus }) => !hidden && skus.some(({ weight }) => weight > 0));
  const events = (creator.events ?? []).filter(({ tickets }) => tickets.some(({ weight }) => weight > 0));
  const choices: { weight: number; want: () => Want }[] = [
    ...shop.map((goods) => ({
      weight: 1,
      want: () => ({ goods, lines: linesOf(random, goods.skus, 0.18) }),
    })),
    ...(creator.bundles ?? []).map((bundle) => ({
      weight: SELDOM,
      want: () => ({ bundle, lines: partsOf(random, bundle) }),
    })),
    ...events.map((event) => ({
      weight: SELDOM,
      want: () => ({ event, lines: linesOf(random, event.tickets, 0.45) }),
    })),
  ];
  if (choices.length === 0 || random.chance(0.62)) {
    const tier = random.weighted(creator.tiers, ({ weight }) => weight);
    return { tier, months: monthsOf(random, creator, tier) };
  }
  return random.weighted(choices, ({ weight }) => weight).want();
}

function refundOf(random: Random, want: Purchase['want'], paid: Millis): Purchase['refund'] {
  const piece = !('tier' in want);
  if (!random.chance(piece ? 0.035 : 0.008)) return undefined;
  const percent = 'goods' in want && random.chance(0.3) ? 50 : 100;
  return { at: paid + random.whole(1, 6) * DAY_MS + random.whole(0, 10_000_000), percent };
}

/** The buyer: mostly an earlier buyer of this creator, else a new one. */
function fanOf(random: Random, circle: number[], fans: number): number {
  const known = circle.length > 0 && random.chance(Math.min(0.72, circle.length / 40));
  const fan = known ? random.pick(circle) : random.whole(1, fans - 1);
  if (!circle.includes(fan)) circle.push(fan);
  return fan;
}

interface StoryOptions {
  random: Random;
  creators: readonly DemoCreator[];
  /** Number of fans; the first is the printed one. */
  fans: number;
  calendar: BusinessCalendar;
  now: Millis;
  /** Until an unpaid order expires. */
  ttl_ms: number;
}

/**
 * Ninety days of purchases up to now, oldest first: a weekly rhythm, growth, releases, a few that are
 * cancelled, expire or are refunded. The same seed and now give the same story.
 */
export function tellStory({ random, creators, fans, calendar, now, ttl_ms }: StoryOptions): Purchase[] {
  const circles = new Map(creators.map((creator) => [creator, [] as number[]]));
  const latest = now - ttl_ms - 60_000;
  const purchases: Purchase[] = [];

  const purchase = (at: Millis, creator: DemoCreator, fan: number): void => {
    const want = wantOf(random, creator);
    const roll = random.next();
    const ending: Ending = roll < 0.93 ? 'paid' : roll < 0.965 ? 'expired' : 'cancelled';
    const hesitation = random.whole(8_000, Math.max(9_000, Math.min(ttl_ms, 600_000) - 60_000));
    const ends_at = at + (ending === 'expired' ? ttl_ms : hesitation);
    const refund = ending === 'paid' ? refundOf(random, want, ends_at) : undefined;
    if (at < latest) purchases.push({ at, creator, fan, want, ending, ends_at, refund });
  };

  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const start = calendar.startOf(calendar.dayOf(now - daysAgo * DAY_MS));
    const weekday = new Date(`${calendar.dayOf(start)}T00:00:00Z`).getUTCDay();
    const open = creators.filter(({ since_days }) => since_days >= daysAgo);
    const orders = Math.round(busyness(daysAgo, weekday) * (0.9 + random.next() * 0.2));
    for (let order = 0; order < orders; order += 1) {
      const creator = random.weighted(open, ({ fame }) => fame);
      purchase(timeOfDay(random, start), creator, fanOf(random, circles.get(creator) ?? [], fans));
    }
    // The printed fan has a history, and so has the smallest creator.
    if (daysAgo % 11 === 4) purchase(timeOfDay(random, start), random.pick(open), FAN_ACCOUNT);
  }
  return purchases.sort((one, other) => one.at - other.at);
}
