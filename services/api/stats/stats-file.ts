import type { Readable } from 'node:stream';
import type { StatDay } from '#services/contract/stats/calls.ts';
import type { Sales, SponsorMonths } from '#services/contract/stats/sales.ts';
import { type TableSheet, workbookOf } from '#services/modules/books/workbook.ts';
import type { ColumnKind } from '#services/modules/books/xlsx-parts.ts';
import type { Language } from '../http/language.ts';
import type { Period } from '../http/periods.ts';

interface StatsFileInput extends Period {
  /** The name of the plan; empty for all. */
  plan: string;
  days: readonly StatDay[];
  sales: Sales;
  months: SponsorMonths;
}

/** The words of the file: Chinese, English, and for columns what they hold. */
const WORDS = {
  about: ['说明', 'About'],
  days: ['按日', 'Days'],
  plans: ['方案与商品', 'Plans and products'],
  skus: ['规格', 'Options'],
  hours: ['热门时段', 'Hours'],
  months: ['每月赞助者', 'Sponsors by month'],
  cohorts: ['留存率', 'Retention'],
  from: ['开始日期', 'From'],
  to: ['结束日期', 'To'],
  through: ['数据截至日志位置', 'As of log position'],
  all: ['全部', 'All'],
  none: ['自选金额', 'Custom amounts'],
  date: ['日期', 'Date', 'text'],
  plan: ['方案 / 商品', 'Plan', 'text'],
  sku: ['规格', 'Option', 'text'],
  orders: ['订单数', 'Orders', 'whole'],
  units: ['件数', 'Units', 'whole'],
  gross: ['收入', 'Income', 'money'],
  refunds: ['退款', 'Refunds', 'money'],
  net: ['实收', 'You receive', 'money'],
  new_sponsors: ['新赞助者', 'New sponsors', 'whole'],
  sponsors_31: ['赞助者（31 天）', 'Sponsors (31 days)', 'whole'],
  weekday: ['星期（1 为周一）', 'Weekday (1 is Monday)', 'whole'],
  hour: ['时间', 'Hour', 'whole'],
  month: ['月份', 'Month', 'text'],
  sponsors: ['赞助者', 'Sponsors', 'whole'],
  new: ['新增', 'New', 'whole'],
  kept: ['留存', 'Retained', 'whole'],
  returned: ['回归', 'Returning', 'whole'],
  lost: ['流失', 'Lost', 'whole'],
  recurring: ['会员月收入', 'Membership income per month', 'money'],
  memberships: ['会员数', 'Memberships', 'whole'],
  first_month: ['首次付款月份', 'First month', 'text'],
  later: ['之后第几个月', 'Months later', 'whole'],
} as const satisfies Record<string, readonly [string, string, ColumnKind?]>;
type Word = keyof typeof WORDS;
type Column = { [W in Word]: (typeof WORDS)[W]['length'] extends 3 ? W : never }[Word];

const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 24, whole: 12, money: 16 };

/** The figures that a creator sees, as a spreadsheet in the creator's language. */
export function statsFile(figures: StatsFileInput, language: Language): Readable {
  const { from, to, plan, days, sales, months } = figures;
  const word = (name: Word): string => WORDS[name][language === 'zh-CN' ? 0 : 1];
  const sheet = <Head extends Column>(
    title: Word,
    head: readonly Head[],
    rows: readonly Record<Head, string | number | null>[],
  ): TableSheet => ({
    title: word(title),
    file: title,
    columns: head.map((name) => {
      const kind = WORDS[name][2];
      return { name: word(name), kind, width: WIDTHS[kind] };
    }),
    rows: rows.map((row) => head.map((name) => String(row[name] ?? ''))),
  });
  const nameOf = (one: { plan_id: string; name: string }): string =>
    one.plan_id === '' ? word('none') : one.name;
  const through = Math.min(sales.as_of.position, months.as_of.position);
  const about: TableSheet = {
    title: word('about'),
    file: 'about',
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
  const money = ['orders', 'gross', 'refunds', 'net', 'new_sponsors'] as const;
  return workbookOf([
    about,
    sheet(
      'days',
      ['date', ...money, 'sponsors_31'],
      days.map((one) => ({ ...one, sponsors_31: one.sponsors })),
    ),
    sheet(
      'plans',
      ['plan', ...money],
      sales.plans.map((one) => ({ ...one, plan: nameOf(one) })),
    ),
    sheet(
      'skus',
      ['plan', 'sku', 'orders', 'units', 'gross'],
      sales.plans.flatMap((one) =>
        one.skus.map((sku) => ({ ...sku, plan: nameOf(one), sku: sku.name || sku.sku_id })),
      ),
    ),
    sheet('hours', ['weekday', 'hour', 'orders', 'gross'], sales.hours),
    sheet(
      'months',
      ['month', 'sponsors', 'new', 'kept', 'returned', 'lost', 'recurring', 'memberships'],
      months.list,
    ),
    sheet(
      'cohorts',
      ['first_month', 'later', 'sponsors'],
      months.cohorts.flatMap(({ month, sponsors }) =>
        sponsors.map((count, later) => ({ first_month: month, later, sponsors: count })),
      ),
    ),
  ]);
}
