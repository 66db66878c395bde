import { Skeleton, Stack } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getIncome } from '#services/contract/income/income.ts';
import { queryOf } from '../../api/queries.ts';
import { Nothing } from '../../components/collection.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { SearchState } from '../../shell/search.ts';
import { EmptyOrders } from '../empty-orders.tsx';
import { useObstaclesKnown, WithdrawalObstacles } from '../withdrawals/withdrawal-obstacles.tsx';
import { BalanceCards } from './balance-cards.tsx';
import { LinesDrawer } from './lines-drawer.tsx';
import { MonthList } from './month-list.tsx';

/** Search parameters of the page. */
export interface IncomeSearch {
  /** The month with open lines, `YYYY-MM`. */
  month?: string | undefined;
  page?: number | undefined;
}

/** /dashboard/income: each month with its sum, state, and the time when it can be withdrawn. */
export function IncomePage({ search, onSearch }: SearchState<IncomeSearch>) {
  const { t } = useTranslation('income');
  const query = useQuery(queryOf(getIncome, {}));
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="lg">
        {!query.isPending && <WithdrawalObstacles />}
        <Loaded
          query={query}
          ready={useObstaclesKnown()}
          skeleton={
            <Stack gap="lg">
              <BalanceCards balance={undefined} />
              <Skeleton height={240} radius="lg" />
            </Stack>
          }
        >
          {(income) => (
            <Stack gap="lg">
              <BalanceCards
                balance={income}
                next={income.list.findLast(({ status }) => status === 'settled')}
              />
              {income.list.length === 0 ? (
                <Nothing
                  nothing={{
                    icon: <IconCoins aria-hidden />,
                    title: t('empty'),
                    text: t('emptyText'),
                    action: <EmptyOrders onShowAll={undefined} />,
                  }}
                />
              ) : (
                <MonthList months={income.list} onOpen={(month) => onSearch({ month })} />
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
      <LinesDrawer
        month={search.month}
        sums={query.data?.list.find(({ month }) => month === search.month)}
        page={search.page ?? 1}
        onPage={(page) => onSearch({ ...search, page })}
        onClose={() => onSearch({})}
      />
    </>
  );
}
