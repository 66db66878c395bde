import { ScrollArea, Table, Text } from '@mantine/core';
import type { SponsorMonths } from '#services/contract/stats/sales.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { daysOfMonth } from '../period.ts';
import type { ExplainRequest } from '../stats-search.ts';
import { ExplainCell } from './explain-cell.tsx';
import classes from './heat.module.css';

/** Of the fans who came in a month, the share that still counted in each later month. */
export function Cohorts({
  answer,
  onExplain,
}: {
  answer: SponsorMonths;
  onExplain: (request: ExplainRequest) => void;
}) {
  const { t, formats } = useLocale('stats-analytics');
  const cohorts = answer.cohorts.filter(({ sponsors }) => (sponsors[0] ?? 0) > 0).toReversed();
  const longest = Math.max(0, ...cohorts.map(({ sponsors }) => sponsors.length));
  if (cohorts.length === 0) {
    return (
      <Text c="dimmed" ta="center" py="lg">
        {t('cohorts.empty')}
      </Text>
    );
  }
  const ends = new Map(answer.list.map(({ month }, at) => [month, at]));
  return (
    <ScrollArea tabIndex={0} role="region" aria-label={t('cohorts.title')}>
      <Table className={`figures ${classes.table}`} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('cohorts.first')}</Table.Th>
            <Table.Th ta="right">{t('cohorts.size')}</Table.Th>
            {Array.from({ length: longest - 1 }, (_, later) => (
              <Table.Th key={later} ta="center">
                {t('cohorts.later', { count: later + 1 })}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cohorts.map(({ month, sponsors }) => (
            <Table.Tr key={month}>
              <Table.Th scope="row" fw={400}>
                {formats.month(month)}
              </Table.Th>
              {sponsors.map((count, later) => {
                const share = count / (sponsors[0] ?? 1);
                const at = answer.list[(ends.get(month) ?? 0) + later]?.month ?? month;
                const request: ExplainRequest = {
                  figure: 'month_sponsors',
                  cohort: month,
                  ...daysOfMonth(at, answer.to),
                };
                const label = t('cohorts.cell', { month: formats.month(month), later, count });
                return (
                  <Table.Td
                    key={at}
                    ta={later === 0 ? 'right' : 'center'}
                    className={later === 0 ? undefined : classes.heat}
                    style={{ '--heat': later === 0 ? 0 : share }}
                  >
                    <ExplainCell
                      label={label}
                      value={
                        later === 0 ? formats.number(count) : formats.percent(Math.round(share * 100) / 100)
                      }
                      onExplain={count === 0 ? undefined : () => onExplain(request)}
                    />
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
