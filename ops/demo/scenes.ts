import { type BusinessCalendar, DAY_MS, type Millis } from '#events/time.ts';
import type { Holder } from '#services/modules/tickets/holder.ts';
import { demoRequests } from './cases/requests.ts';
import { forestDeer } from './content/forest-deer.ts';
import { FAN_ACCOUNT, type Purchase, type Want, type WantedLine } from './story.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Invented identity numbers with valid check characters. */
export const demoHolders: readonly Holder[] = [
  { name: '林小满', id_card: '110101199003070011' },
  { name: '陈默', id_card: '11010519491231002X' },
  { name: '李予安', id_card: '110105194912310038' },
];

/** Batches of redeem codes of the printed creator, by name; their uses are below. */
export const demoBatches = [
  { name: 'tea', plan: '一杯热茶', sku: null, num: 12, uses: 1, made: 40, until: null, revoked: [10, 11] },
  { name: 'spring', plan: '森林明信片', sku: '春 · 溪', num: 4, uses: 3, made: 38, until: 5, revoked: [] },
  { name: 'brushes', plan: '手刻藏书票', sku: null, num: 5, uses: 2, made: 12, until: null, revoked: [4] },
] as const;

/** The holders of so many tickets of a fan. */
export const holdersFor = (fan: number, count: number): Holder[] =>
  Array.from({ length: count }, (_, at) => demoHolders[(fan + at) % demoHolders.length] as Holder);

const goodsOf = (name: string) => found(forestDeer.goods, name);
const found = <Offer extends { name: string }>(offers: readonly Offer[], name: string): Offer => {
  const offer = offers.find((one) => one.name === name);
  if (offer === undefined) throw new Error(`the demo does not sell ${name}`);
  return offer;
};
const goods = (name: string, ...lines: WantedLine[]): Want => ({ goods: goodsOf(name), lines });
const one = (sku: string, count = 1): WantedLine => ({ sku, count });

type PurchaseDetails = Partial<Omit<Purchase, 'want' | 'fan'>>;

/** Placed this many days ago and paid some minutes later. */
const paid = (now: Millis, days: number, fan: number, want: Want, more: PurchaseDetails = {}): Purchase => {
  const at = now - Math.round(days * DAY_MS) - fan * MINUTE_MS;
  return {
    at,
    creator: forestDeer,
    fan,
    want,
    ending: 'paid',
    ends_at: at + 3 * MINUTE_MS,
    refund: undefined,
    ...more,
  };
};

/** An order of the printed fan in each state that an order can be in. */
function ownOrders(now: Millis): Purchase[] {
  const mine = (days: number, want: Want, more: PurchaseDetails = {}) =>
    paid(now, days, FAN_ACCOUNT, want, more);
  const later = (days: number) => now - days * DAY_MS;
  const postcards = (...lines: WantedLine[]) => goods('森林明信片', ...lines);
  return [
    mine(34, postcards(one('夏 · 蝉')), {
      refund: { at: later(32), percent: 100, reason: '拍错了，已联系创作者' },
    }),
    mine(21, postcards(one('春 · 溪', 2), one('秋 · 果')), {
      refund: { at: later(15), percent: 50, units: [one('春 · 溪')], reason: '有一套压皱了' },
    }),
    mine(20, { tier: found(forestDeer.tiers, '四季明信片'), months: 1 }, { agrees: true }),
    mine(13, goods('2027 手绘月历', one('单本'))),
    mine(2.1, postcards(one('秋 · 果'))),
    mine(0.9, goods('森林水彩笔刷', one('全套笔刷', 2))),
    mine(0.4, goods('手刻藏书票', one('一套六张')), { homeless: true }),
    mine(0.15, postcards(one('冬 · 雪'))),
  ];
}

/** The first buyers get the lines of the pool. */
const brushes = (now: Millis): Purchase[] =>
  Array.from({ length: 8 }, (_, at) =>
    paid(now, 52 - at * 6, 21 + at, goods('森林水彩笔刷', one('全套笔刷'))),
  );

/** Guests of an event: those of the first round were checked in, except some; one was refunded. */
function guests(now: Millis, calendar: BusinessCalendar): Purchase[] {
  const event = found(forestDeer.events ?? [], '秋日写生会');
  const opened = calendar.startOf(calendar.dayOf(now - 6 * DAY_MS)) + 9 * HOUR_MS;
  const ticket = (days: number, fan: number, name: string, count: number, more: PurchaseDetails = {}) =>
    paid(now, days, fan, { event, lines: [one(name, count)] }, more);
  const first = Array.from({ length: 18 }, (_, at) =>
    ticket(25 - at, 31 + at, '第一场', at % 4 === 1 ? 2 : 1, {
      ...(at % 5 !== 4 && { admitted_at: opened - 20 * MINUTE_MS + at * 90_000 }),
      ...(at === 4 && { refund: { at: opened - 2 * DAY_MS, percent: 100 as const, reason: '临时有事' } }),
    }),
  );
  const second = Array.from({ length: 6 }, (_, at) => ticket(5 - at * 0.7, 61 + at, '第二场', 1));
  return [
    ...first,
    ...second,
    ticket(16, FAN_ACCOUNT, '第一场', 1, { admitted_at: opened + 5 * MINUTE_MS }),
    ticket(3, FAN_ACCOUNT, '第二场', 2),
  ];
}

/** Orders that codes paid for. */
function byCode(now: Millis): Purchase[] {
  const tea = found(forestDeer.tiers, '一杯热茶');
  const used = (days: number, fan: number, want: Want, batch: string, number: number) =>
    paid(now, days, fan, want, { code: { batch, number } });
  return [
    ...Array.from({ length: 6 }, (_, at) => used(36 - at * 5, 71 + at, { tier: tea, months: 1 }, 'tea', at)),
    ...Array.from({ length: 5 }, (_, at) =>
      used(30 - at * 4, 81 + at, goods('森林明信片', one('春 · 溪')), 'spring', at % 2),
    ),
    used(4, FAN_ACCOUNT, goods('手刻藏书票', one('一套六张')), 'brushes', 0),
  ];
}

/** Orders about which their fans ask for something. */
const withRequests = (now: Millis): Purchase[] =>
  demoRequests.map(([days, request], at) =>
    paid(now, days, 91 + at, goods('森林明信片', one('秋 · 果')), { request }),
  );

/** Scenes that visitors with the printed accounts always find, in addition to random ones. */
export const tellScenes = (now: Millis, calendar: BusinessCalendar): Purchase[] => [
  ...ownOrders(now),
  ...brushes(now),
  ...guests(now, calendar),
  ...byCode(now),
  ...withRequests(now),
];
