import { ScrollArea, Table, Text, UnstyledButton } from '@mantine/core';
import type { StatDay } from '#services/contract/stats/calls.ts';
import { useLocale } from '../../language/use-locale.ts';
import classes from './stats.module.css';
import type { ExplainRequest } from './stats-search.ts';

interface Props {
  days: readonly StatDay[];
  onExplain: (request: Pick<ExplainRequest, 'figure' | 'from' | 'to'>) => void;
}

const MONEY = ['gross', 'net', 'refunds'] as const;
const COUNTS = ['orders', 'new_sponsors', 'sponsors'] as const;

/** The chart's numbers, newest day first; each opens its orders. */
export function IncomeTable({ days, onExplain }: Props) {
  const { t, formats } = useLocale('stats');
  return (
    <ScrollArea.Autosize mah={420} tabIndex={0} role="region" aria-label={t('chart.table')}>
      <Table stickyHeader striped className="figures" miw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('table.day')}</Table.Th>
            {[...MONEY, ...COUNTS].map((figure) => (
              <Table.Th key={figure} ta="right">
                {t(`figure.${figure}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Th scope="row" fw={400}>
                {formats.day(day.date)}
              </Table.Th>
              {MONEY.map((figure) =>
                cell(figure, day, formats.money(day[figure]), Number(day[figure]) === 0),
              )}
              {COUNTS.map((figure) => cell(figure, day, formats.number(day[figure]), day[figure] === 0))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );

  function cell(figure: ExplainRequest['figure'], { date }: StatDay, written: string, none: boolean) {
    return (
      <Table.Td key={figure} ta="right">
        {none ? (
          <Text span inherit c="dimmed">
            {written}
          </Text>
        ) : (
          <UnstyledButton
            fz="sm"
            aria-label={t('table.explain', {
              figure: t(`figure.${figure}`),
              day: formats.day(date),
              value: written,
            })}
            onClick={() => onExplain({ figure, from: date, to: date })}
          >
            <Text span inherit className={classes.opens}>
              {written}
            </Text>
          </UnstyledButton>
        )}
      </Table.Td>
    );
  }
}
