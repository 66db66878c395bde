import { Table, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IncomeMonth } from '#services/api/contract/finance.ts';
import { useFormats } from '../../language/use-formats.ts';
import { MonthStatus } from './month-status.tsx';

interface Props {
  months: readonly IncomeMonth[];
  /** Opens what a month is made of. */
  onOpen: (month: string) => void;
}

const FIGURES = ['gross', 'refunds', 'payment_fee', 'service_fee', 'affiliate', 'net'] as const;

/** A row per month, newest first; its name opens the orders and refunds in it. */
export function MonthTable({ months, onOpen }: Props) {
  const { t } = useTranslation('income');
  const formats = useFormats();
  return (
    <Table.ScrollContainer
      minWidth={940}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('months') } }}
    >
      <Table className="figures" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('month')}</Table.Th>
            <Table.Th ta="right">{t('orders')}</Table.Th>
            {FIGURES.map((figure) => (
              <Table.Th key={figure} ta="right">
                {t(`figure.${figure}`)}
              </Table.Th>
            ))}
            <Table.Th>{t('state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.map((month) => (
            <Table.Tr key={month.month}>
              <Table.Th scope="row">
                <UnstyledButton
                  fz="sm"
                  aria-label={t('open', { month: formats.month(month.month) })}
                  onClick={() => onOpen(month.month)}
                >
                  <Text span inherit fw={650} td="underline">
                    {formats.month(month.month)}
                  </Text>
                </UnstyledButton>
              </Table.Th>
              <Table.Td ta="right">{formats.number(month.orders)}</Table.Td>
              {FIGURES.map((figure) => (
                <Table.Td key={figure} ta="right" fw={figure === 'net' ? 650 : undefined}>
                  {formats.money(month[figure])}
                </Table.Td>
              ))}
              <Table.Td>
                <MonthStatus month={month} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
