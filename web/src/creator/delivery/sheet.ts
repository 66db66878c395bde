import type { TFunction } from 'i18next';
import { countryName } from '#services/contract/delivery/countries.ts';
import type { BatchReport } from '#services/contract/delivery/express.ts';
import { csvOf } from '#services/contract/fields/csv.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import type { Language } from '../../language/language.ts';
import { modelsOf } from '../orders/bought-models.ts';

/** The table to be filled in: one line for each order that waits to be sent, company and number still empty. */
export function sheetOf(
  orders: readonly Order[],
  t: TFunction<'delivery-shipping'>,
  language: Language,
): string {
  const head = [
    'number',
    'company',
    'express',
    'name',
    'phone',
    'address',
    'country',
    'plan',
    'models',
    'remark',
  ] as const;
  const rows = orders.map((order) => {
    const { address } = order.ext;
    return [
      order.out_trade_no,
      '',
      '',
      address?.name ?? '',
      address?.phone ?? '',
      address?.address ?? '',
      address === null ? '' : countryName(address.country, language),
      order.plan.name,
      modelsOf(order).join(', '),
      order.remark,
    ];
  });
  return csvOf([head.map((column) => t(`batch.column.${column}`)), ...rows]);
}

/** The result of each line, in the order of the file. */
export function reportOf({ list }: BatchReport, t: TFunction<'delivery-shipping'>): string {
  const head = ['line', 'number', 'company', 'express', 'result'] as const;
  const rows = list.map(({ line, out_trade_no, company, express_no, result }) => [
    String(line),
    out_trade_no,
    company,
    express_no,
    t(`batch.result.${result}`),
  ]);
  return csvOf([head.map((column) => t(`batch.column.${column}`)), ...rows]);
}
