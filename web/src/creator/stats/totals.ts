import type { StatDay, StatName } from '#services/contract/stats/calls.ts';
import { wireOfFen } from '../../components/wire-money.ts';

/** Figures that add up over days; `sponsors` does not, it has its own window. */
export type SummedStat = 'orders' | 'gross' | 'net' | 'refunds' | 'new_sponsors';

const DAY_STATS = ['orders', 'gross', 'net', 'refunds', 'new_sponsors', 'sponsors'] as const;
export const isSummed = (figure: StatName): figure is SummedStat | 'sponsors' =>
  DAY_STATS.some((one) => one === figure);

/** Fen of yuan with two decimals as the wire has them, exact. */
const fenOfWire = (yuan: string): number => Math.round(Number(yuan) * 100);

/** The sum of money over rows, yuan with two decimals. */
export const sumMoney = (amounts: readonly string[]): string =>
  wireOfFen(amounts.reduce((sum, yuan) => sum + fenOfWire(yuan), 0));

/** A figure over several days, as the explain page gives it. */
export function totalOf(figure: SummedStat | 'sponsors', days: readonly StatDay[]): string {
  switch (figure) {
    case 'gross':
    case 'net':
    case 'refunds':
      return sumMoney(days.map((day) => day[figure]));
    case 'orders':
    case 'new_sponsors':
      return String(days.reduce((sum, day) => sum + day[figure], 0));
    case 'sponsors':
      return String(days.at(-1)?.sponsors ?? 0);
    default:
      return figure satisfies never;
  }
}

/** One bar of the chart: a day, or a few days together when the period is long. */
export interface Bar {
  from: string;
  to: string;
  /** Yuan, for drawing. */
  sponsorship: number;
  goods: number;
  before: number | undefined;
  orders: number;
}

/** From this many days on, a bar is a week. */
const DAYS_BY_DAY = 92;
const WEEK = 7;
/** Whether bars of a period with this many days are weeks. */
export const isByWeek = (days: number): boolean => days > DAYS_BY_DAY;

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

const yuan = (amounts: readonly string[]): number => Number(sumMoney(amounts));

/** The chart's bars, with the period before laid over them from its first day on. */
export function barsOf(days: readonly StatDay[], before: readonly StatDay[]): Bar[] {
  const size = isByWeek(days.length) ? WEEK : 1;
  const earlier = chunks(before, size);
  return chunks(days, size).map((part, index) => ({
    from: part[0]?.date ?? '',
    to: part.at(-1)?.date ?? '',
    sponsorship: yuan(part.map(({ gross_sponsorship }) => gross_sponsorship)),
    goods: yuan(part.map(({ gross_goods }) => gross_goods)),
    before: earlier[index] === undefined ? undefined : yuan(earlier[index].map(({ gross }) => gross)),
    orders: part.reduce((sum, { orders }) => sum + orders, 0),
  }));
}
