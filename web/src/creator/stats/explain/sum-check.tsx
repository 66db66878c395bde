import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Explain, StatName } from '#services/contract/stats/calls.ts';
import { getSales, listSponsorMonths } from '#services/contract/stats/sales.ts';
import { queryOf } from '../../../api/queries.ts';
import { AsOf } from '../../../components/stat.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { statsQuery } from '../stats-query.ts';
import type { ExplainRequest } from '../stats-search.ts';
import { isSummed, totalOf } from '../totals.ts';
import { isMoney } from './explained-order.tsx';

/** What is added up, other than orders. */
const SUMMED: Partial<Record<StatName, 'sumNet' | 'sumRefunds' | 'sumMemberships'>> = {
  net: 'sumNet',
  refunds: 'sumRefunds',
  recurring: 'sumMemberships',
};
const countsPeople = (figure: StatName): boolean =>
  figure.includes('sponsors') || figure.startsWith('month_');

/** The figure as the orders add up to it, compared with the same figure of the read model. */
export function SumCheck({ explain, request }: { explain: Explain; request: ExplainRequest }) {
  const { t, formats } = useLocale('stats-explain');
  const { figure, value, total_count, as_of } = explain;
  const shown = useShownValue(request);
  const equal = shown !== undefined && Number(shown) === Number(value);
  return (
    <Paper p="md" bg="var(--fw-wash)" radius="lg">
      <Stack gap={4}>
        <Text fz="min(1.75rem, 11vw)" fw={650} lh={1.2} className="figures">
          {isMoney(figure) ? formats.money(value) : formats.number(Number(value))}
        </Text>
        <Text size="sm" className="figures">
          {countsPeople(figure) ? t('people') : t(SUMMED[figure] ?? 'sum', { count: total_count })}
        </Text>
        {shown !== undefined && (
          <Group gap={6} wrap="nowrap" c={equal ? 'var(--fw-good)' : 'dimmed'}>
            {equal ? <IconCircleCheck size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
            <Text size="sm">{t(equal ? 'equal' : 'moving')}</Text>
          </Group>
        )}
        <AsOf asOf={as_of} />
      </Stack>
    </Paper>
  );
}

/** The figure as the tables of the read model have it, which an explanation is compared with. */
function useShownValue(request: ExplainRequest): string | undefined {
  const { figure, from, to, plan_id, sku_id, weekday, hour, cohort } = request;
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
