import { EmptyState, Skeleton, Table } from '@mantine/core';
import { IconCalendarDollar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SettlementMonth } from '#services/api/income/contract.ts';
import { settlementMonthsQuery } from '../../api/finance-settlements.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { useAsOf } from '../frame/as-of.ts';
import { SUMS, WideTable } from '../frame/wide-table.tsx';
import { MonthStatus } from './month-status.tsx';

/** /finance/settlements: every month with what it came to over all creators. */
export function MonthsPage() {
  const { t } = useTranslation('settlements');
  const query = useQuery(settlementMonthsQuery(useAsOf()));
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Loaded
        query={query}
        skeleton={<Skeleton height={320} radius="lg" />}
        isEmpty={({ list }) => list.length === 0}
        empty={
          <EmptyState
            variant="light"
            icon={<IconCalendarDollar aria-hidden />}
            title={t('empty')}
            description={t('emptyText')}
          />
        }
      >
        {({ list }) => <MonthTable months={list} />}
      </Loaded>
    </>
  );
}

function MonthTable({ months }: { months: readonly SettlementMonth[] }) {
  const { t } = useTranslation('settlements');
  const formats = useFormats();
  return (
    <WideTable label={t('months')} minWidth={1090}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('month')}</Table.Th>
          <Table.Th>{t('state')}</Table.Th>
          <Table.Th ta="right">{t('creators')}</Table.Th>
          <Table.Th ta="right">{t('figure.orders')}</Table.Th>
          {SUMS.map((figure) => (
            <Table.Th key={figure} ta="right">
              {t(`figure.${figure}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map((one) => (
          <Table.Tr key={one.month}>
            <Table.Th scope="row">
              <AnchorLink to="/finance/settlements/$month" params={{ month: one.month }} size="sm" fw={650}>
                {formats.month(one.month)}
              </AnchorLink>
            </Table.Th>
            <Table.Td>
              <MonthStatus status={one.status} />
            </Table.Td>
            <Table.Td ta="right">
              {one.open_count === 0
                ? formats.number(one.settled_count)
                : t('ofCreators', {
                    settled: formats.number(one.settled_count),
                    all: formats.number(one.settled_count + one.open_count),
                  })}
            </Table.Td>
            <Table.Td ta="right">{one.settled_count === 0 ? '–' : formats.number(one.orders)}</Table.Td>
            {SUMS.map((figure) => (
              <Table.Td key={figure} ta="right" fw={figure === 'net' ? 650 : undefined}>
                {one.settled_count === 0 ? '–' : formats.money(one[figure])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
