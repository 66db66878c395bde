import { useQuery } from '@tanstack/react-query';
import { getSales, listSponsorMonths } from '#services/api/stats/contract/sales.ts';
import { queryOf } from '../../../api/queries.ts';
import { statsQuery } from '../stats-query.ts';
import type { Asked } from '../stats-search.ts';
import { isSummed, totalOf } from '../totals.ts';

/** The figure as the tables of the read model have it, which an explanation is compared with. */
export function useShownValue(asked: Asked): string | undefined {
  const { figure, from, to, plan_id, sku_id, weekday, hour, cohort } = asked;
  const ofPart = sku_id !== undefined || weekday !== undefined;
  const ofDays = !ofPart && isSummed(figure);
  const days = useQuery({ ...statsQuery({ from, to }, plan_id), enabled: ofDays });
  const sales = useQuery(queryOf(getSales, { from, to, plan_id }, { enabled: ofPart })).data;
  const months = useQuery(queryOf(listSponsorMonths, { months: 36 }, { enabled: !ofPart && !ofDays })).data;
  if (ofDays) return days.data && !days.isPlaceholderData ? totalOf(figure, days.data.list) : undefined;
  if (ofPart) {
    const part =
      sku_id === undefined
        ? sales?.hours.find((one) => one.weekday === weekday && one.hour === hour)
        : sales?.plans.flatMap(({ skus }) => skus).find((sku) => sku.sku_id === sku_id);
    const values: Partial<Record<string, string | number>> = part ?? {};
    return values[figure]?.toString();
  }
  const month = to.slice(0, 7);
  if (cohort !== undefined) {
    const later = months?.list.filter((one) => one.month >= cohort).findIndex((one) => one.month === month);
    return months?.cohorts.find((one) => one.month === cohort)?.sponsors[later ?? -1]?.toString();
  }
  const values: Partial<Record<string, string | number>> = {
    ...months?.list.find((one) => one.month === month),
  };
  return values[figure.replace('month_', '')]?.toString();
}
