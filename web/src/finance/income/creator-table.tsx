import { useTranslation } from 'react-i18next';
import type { Settlements } from '#services/contract/income/calls.ts';
import type { Column } from '../../components/table/columns.ts';
import { lessYuan } from '../../components/wire-money.ts';
import type { Formats } from '../../language/format.ts';

type Settlement = Settlements['list'][number];

/** The sums of a month in reading order: income less deductions plus commissions is the net. */
export const SUMS = [
  'gross',
  'refunds',
  'payment_fee',
  'service_fee',
  'affiliate',
  'commissions',
  'net',
] as const;

type Figure = (typeof SUMS)[number];

/** What the net has less than the income. */
export const LESS: readonly Figure[] = ['refunds', 'payment_fee', 'service_fee', 'affiliate'];

/** A sum with the sign that it has in the net. */
export const signedSum = (sums: Readonly<Record<Figure, string>>, figure: Figure): string =>
  LESS.includes(figure) ? lessYuan('0', sums[figure]) : sums[figure];

/** Columns of a month's settlements: a row per creator. */
export function useSettlementColumns(): Column<Settlement>[] {
  const { t } = useTranslation('income-settlements');
  return [
    { id: 'creator', head: t('creator'), kind: 'name', value: ({ name }) => name },
    { id: 'orders', head: t('figure.orders'), kind: 'count', value: ({ orders }) => orders },
    ...SUMS.map(
      (figure): Column<Settlement> => ({
        id: figure,
        head: t(`figure.${figure}`),
        kind: 'money',
        value: (one) => signedSum(one, figure),
      }),
    ),
  ];
}

/** The total of a column over all creators. */
export function footOf(total: Settlements['total'], id: string, formats: Formats): string {
  const figure = SUMS.find((one) => one === id);
  return figure === undefined ? formats.number(total.orders) : formats.money(signedSum(total, figure));
}
