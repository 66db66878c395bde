import { EmptyState, Stack, Text } from '@mantine/core';
import { IconCalendarDollar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listSettlementMonths } from '#services/contract/income/calls.ts';
import { listSettlements } from '#services/contract/income/settlements.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Section } from '../../components/section.tsx';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf } from '../frame/as-of.ts';
import { ComparePart } from './compare-part.tsx';
import { footOf, useSettlementColumns } from './creator-table.tsx';
import { SettleButton } from './settle-button.tsx';
import { SettlementDrawer } from './settlement-drawer.tsx';

/** Search parameters of the page, besides its month. */
export interface MonthSearch {
  page?: number | undefined;
  /** The creator with an open settlement. */
  user?: string | undefined;
  lines?: number | undefined;
}

interface Props {
  month: string;
  search: MonthSearch;
  onSearch: (search: MonthSearch) => void;
}

/** /finance/settlements/{month}: the settlement of each creator, and whether it still equals its lines. */
export function MonthPage({ month, search, onSearch }: Props) {
  const { t, formats } = useLocale('income-settlements');
  const as_of = useAsOf();
  const page = search.page ?? 1;
  const columns = useSettlementColumns();
  const settlements = (at: number) => queryOf(listSettlements, { month, page: at, as_of });
  const query = useQuery(settlements(page));
  const months = useQuery(queryOf(listSettlementMonths, { as_of }));
  const earned = months.data?.list.some((one) => one.month === month) ?? true;
  const status = months.data?.list.find((one) => one.month === month)?.status;
  return (
    <>
      <PageHead
        title={t('monthTitle', { month: formats.month(month) })}
        text={<AnchorLink to="/finance/settlements">{t('allMonths')}</AnchorLink>}
      >
        {status === 'open' && as_of === undefined && <SettleButton month={month} />}
      </PageHead>
      <Loaded query={query} height={320}>
        {(found) => (
          <Stack gap="lg">
            {found.open_count > 0 && (
              <Text className="figures">
                {t(status === 'running' ? 'stillRunning' : 'stillOpen', { count: found.open_count })}
              </Text>
            )}
            {found.total_count === 0 ? (
              <EmptyState
                variant="light"
                icon={<IconCalendarDollar aria-hidden />}
                title={t(earned ? 'nothingSettled' : 'noIncome')}
                description={t(earned ? 'nothingSettledText' : 'noIncomeText')}
              />
            ) : (
              <>
                {as_of === undefined && <ComparePart key={month} month={month} />}
                <Section
                  title={t('perCreator')}
                  text={t('through', { time: formats.dateTime(found.as_of.time) })}
                >
                  <TablePage
                    label={t('perCreator')}
                    columns={columns}
                    rowKey={({ user_id }) => user_id}
                    onOpen={({ user_id }) => onSearch({ ...search, user: user_id })}
                    openLabel={({ name }) => t('openOne', { name })}
                    queryOf={settlements}
                    page={page}
                    onPage={(chosen) => onSearch({ page: chosen })}
                    nothing={{ icon: <IconCalendarDollar aria-hidden />, title: t('nothingSettled') }}
                    foot={({ id }) =>
                      id === 'creator'
                        ? t('allCreators', { count: found.total_count })
                        : footOf(found.total, id, formats)
                    }
                    file={`settlements-${month}`}
                  />
                </Section>
              </>
            )}
          </Stack>
        )}
      </Loaded>
      <SettlementDrawer
        month={month}
        user_id={search.user}
        page={search.lines ?? 1}
        onPage={(lines) => onSearch({ ...search, lines })}
        onClose={() => onSearch({ page: search.page })}
      />
    </>
  );
}
