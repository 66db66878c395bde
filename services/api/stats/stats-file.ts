import type { Readable } from 'node:stream';
import { type TableSheet, workbookOf } from '#services/books/workbook.ts';
import type { ColumnKind } from '#services/books/xlsx-parts.ts';
import type { Language } from '../http/language.ts';
import type { Period } from '../http/periods.ts';
import type { Sales, SponsorMonths } from './contract/sales.ts';
import type { StatDay } from './contract.ts';

interface Figures extends Period {
  /** The name of the plan; empty for all. */
  plan: string;
  days: readonly StatDay[];
  sales: Sales;
  months: SponsorMonths;
}

/** The words of the file: Chinese, English. */
const WORDS = {
  about: ['说明', 'About'],
  days: ['按日', 'Days'],
  plans: ['方案与商品', 'Plans and products'],
  skus: ['规格', 'SKUs'],
  hours: ['热门时段', 'Hours'],
  months: ['每月赞助者', 'Sponsors by month'],
  cohorts: ['留存率', 'Retention'],
  from: ['开始日期', 'From'],
  to: ['结束日期', 'To'],
  through: ['数据截至日志位置', 'True through log position'],
  all: ['全部', 'All'],
  none: ['自选金额', 'Custom amounts'],
  date: ['日期', 'Date'],
  plan: ['方案 / 商品', 'Plan'],
  sku: ['规格', 'SKU'],
  orders: ['订单数', 'Orders'],
  units: ['件数', 'Units'],
  gross: ['收入', 'Gross'],
  refunds: ['退款', 'Refunds'],
  net: ['净收入', 'Net'],
  new_sponsors: ['新赞助者', 'New sponsors'],
  sponsors_31: ['赞助者（31 天）', 'Sponsors (31 days)'],
  weekday: ['星期（1 为周一）', 'Weekday (1 is Monday)'],
  hour: ['小时', 'Hour'],
  month: ['月份', 'Month'],
  sponsors: ['赞助者', 'Sponsors'],
  new: ['新增', 'New'],
  kept: ['留存', 'Kept'],
  returned: ['回归', 'Returned'],
  lost: ['流失', 'Lost'],
  recurring: ['月度经常性收入', 'Monthly recurring'],
  memberships: ['会员数', 'Memberships'],
  first_month: ['首次赞助月份', 'First month'],
  later: ['其后第几个月', 'Months later'],
} as const satisfies Record<string, readonly [string, string]>;
type Word = keyof typeof WORDS;

type Head = readonly (readonly [Word, ColumnKind])[];
const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 24, whole: 12, money: 16 };
const DAY: Head = [
  ...([
    ['date', 'text'],
    ['orders', 'whole'],
    ['gross', 'money'],
    ['refunds', 'money'],
  ] as const),
  ...([
    ['net', 'money'],
    ['new_sponsors', 'whole'],
    ['sponsors_31', 'whole'],
  ] as const),
];
const PLAN: Head = [
  ...([
    ['plan', 'text'],
    ['orders', 'whole'],
    ['gross', 'money'],
    ['refunds', 'money'],
  ] as const),
  ...([
    ['net', 'money'],
    ['new_sponsors', 'whole'],
  ] as const),
];
const SKU: Head = [
  ...([
    ['plan', 'text'],
    ['sku', 'text'],
    ['orders', 'whole'],
    ['units', 'whole'],
  ] as const),
  ['gross', 'money'],
];
const HOUR: Head = [
  ['weekday', 'whole'],
  ['hour', 'whole'],
  ['orders', 'whole'],
  ['gross', 'money'],
];
const MONTH: Head = [
  ...([
    ['month', 'text'],
    ['sponsors', 'whole'],
    ['new', 'whole'],
    ['kept', 'whole'],
  ] as const),
  ...([
    ['returned', 'whole'],
    ['lost', 'whole'],
    ['recurring', 'money'],
    ['memberships', 'whole'],
  ] as const),
];
const COHORT: Head = [
  ['first_month', 'text'],
  ['later', 'whole'],
  ['sponsors', 'whole'],
];

/** The figures that a creator sees, as a spreadsheet in the creator's language. */
export function statsFile(figures: Figures, language: Language): Readable {
  const { from, to, plan, days, sales, months } = figures;
  const word = (name: Word): string => WORDS[name][language === 'zh-CN' ? 0 : 1];
  const sheet = (title: Word, head: Head, rows: (string | number | null)[][]): TableSheet => ({
    ...{ title: word(title), file: title },
    columns: head.map(([name, kind]) => ({ name: word(name), kind, width: WIDTHS[kind] })),
    rows: rows.map((row) => row.map((cell) => String(cell ?? ''))),
  });
  const nameOf = (one: { plan_id: string; name: string }): string =>
    one.plan_id === '' ? word('none') : one.name;
  const through = Math.min(sales.as_of.position, months.as_of.position);
  const about: TableSheet = {
    ...{ title: word('about'), file: 'about' },
    columns: [
      { name: 'Fanwatt', kind: 'text', width: 28 },
      { name: '', kind: 'text', width: 40 },
    ],
    rows: [
      [word('from'), from],
      [word('to'), to],
      [word('plan'), plan === '' ? word('all') : plan],
      [word('through'), String(through)],
    ],
  };
  return workbookOf([
    about,
    sheet(
      'days',
      DAY,
      days.map((one) => [
        ...[one.date, one.orders, one.gross, one.refunds, one.net, one.new_sponsors, one.sponsors],
      ]),
    ),
    sheet(
      'plans',
      PLAN,
      sales.plans.map((one) => [
        ...[nameOf(one), one.orders, one.gross, one.refunds, one.net, one.new_sponsors],
      ]),
    ),
    sheet(
      'skus',
      SKU,
      sales.plans.flatMap((one) =>
        one.skus.map(({ name, sku_id, orders, units, gross }) => [
          ...[nameOf(one), name || sku_id, orders, units, gross],
        ]),
      ),
    ),
    sheet(
      'hours',
      HOUR,
      sales.hours.map(({ weekday, hour, orders, gross }) => [weekday, hour, orders, gross]),
    ),
    sheet(
      'months',
      MONTH,
      months.list.map((one) => [
        ...[one.month, one.sponsors, one.new, one.kept, one.returned, one.lost, one.recurring],
        one.memberships,
      ]),
    ),
    sheet(
      'cohorts',
      COHORT,
      months.cohorts.flatMap(({ month, sponsors }) => sponsors.map((count, later) => [month, later, count])),
    ),
  ]);
}
