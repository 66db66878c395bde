import { Table, Text } from '@mantine/core';
import type { Sales } from '#services/contract/stats/sales.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { clock } from '../period.ts';
import type { ExplainRequest } from '../stats-search.ts';
import { ExplainCell } from './explain-cell.tsx';
import classes from './heat.module.css';

interface Props {
  hours: Sales['hours'];
  onExplain: (request: Pick<ExplainRequest, 'figure' | 'weekday' | 'hour'>) => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Orders by hour of the week. */
export function Hours({ hours, onExplain }: Props) {
  const { t, formats } = useLocale('stats-analytics');
  const best = hours.toSorted((one, other) => other.orders - one.orders)[0];
  if (best === undefined) {
    return (
      <Text c="dimmed" ta="center" py="lg">
        {t('hours.empty')}
      </Text>
    );
  }
  const found = new Map(hours.map((one) => [`${one.weekday} ${one.hour}`, one]));
  return (
    <>
      <Text>
        {t('hours.best', {
          weekday: t(`hours.day.${best.weekday as 1}`),
          hour: clock(best.hour),
          count: best.orders,
        })}
      </Text>
      <Table className={`figures ${classes.hours}`} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('hours.hour')}</Table.Th>
            {WEEKDAYS.map((weekday) => (
              <Table.Th key={weekday}>{t(`hours.short.${weekday}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {HOURS.map((hour) => (
            <Table.Tr key={hour}>
              <Table.Th scope="row" fw={400}>
                {clock(hour)}
              </Table.Th>
              {WEEKDAYS.map((weekday) => {
                const { orders = 0, gross = '0.00' } = found.get(`${weekday} ${hour}`) ?? {};
                return (
                  <Table.Td
                    key={weekday}
                    className={classes.heat}
                    style={{ '--heat': orders / best.orders }}
                    title={orders === 0 ? undefined : formats.money(gross)}
                  >
                    {orders > 0 && (
                      <ExplainCell
                        label={t('hours.cell', { weekday: t(`hours.day.${weekday}`), hour: clock(hour) })}
                        value={formats.number(orders)}
                        onExplain={() => onExplain({ figure: 'orders', weekday, hour })}
                      />
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
