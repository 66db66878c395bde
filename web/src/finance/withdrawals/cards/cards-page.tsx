import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listBankReviews, type WaitingCard } from '#services/contract/withdrawals/bank-reviews.ts';
import { queryOf } from '../../../api/queries.ts';
import { Nothing } from '../../../components/collection.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { TablePage } from '../../../components/table/table-page.tsx';
import type { SearchState } from '../../../shell/search.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { CardReview } from './card-review.tsx';

const ICON = <IconCreditCard aria-hidden />;

/** No event announces a new card. */
const POLL_MS = 30_000;
const waiting = (page: number) => queryOf(listBankReviews, { page }, { refetchInterval: POLL_MS });

/** Search parameters of the page. */
export interface CardsSearch {
  page?: number | undefined;
  /** The one that is open. */
  review?: string | undefined;
}

/** /finance/cards: bank cards under review. Past states are not stored. */
export function CardsPage(props: SearchState<CardsSearch>) {
  const { t } = useTranslation('withdrawals-cards');
  const past = useAsOf() !== undefined;
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      {past ? (
        <Nothing nothing={{ icon: ICON, title: t('past'), text: t('pastText') }} />
      ) : (
        <Cards {...props} />
      )}
    </>
  );
}

function Cards({ search, onSearch }: SearchState<CardsSearch>) {
  const { t } = useTranslation(['withdrawals-cards', 'shell']);
  const { page = 1, review } = search;
  const columns: Column<WaitingCard>[] = [
    { id: 'name', head: t('shell:table.name'), kind: 'name', value: ({ name }) => name },
    { id: 'since', head: t('sent'), kind: 'time', value: ({ submitted_at }) => submitted_at },
  ];
  const query = useQuery(waiting(page));
  const open = query.data?.list.find(({ review_id }) => review_id === review);
  const close = () => onSearch({ page: search.page });
  return (
    <>
      <TablePage
        queryOf={waiting}
        label={t('title')}
        columns={columns}
        rowKey={({ review_id }) => review_id}
        onOpen={({ review_id }) => onSearch({ ...search, review: review_id })}
        openLabel={({ name }) => t('reviewOf', { name })}
        page={page}
        onPage={(chosen) => onSearch({ page: chosen })}
        nothing={{ icon: ICON, title: t('empty'), text: t('emptyText') }}
        found={({ total_count }) => t('found', { count: total_count })}
        file="bank-cards"
      />
      <SideDrawer title={open && t('reviewOf', { name: open.name })} width={560} onClose={close}>
        {open !== undefined && <CardReview key={open.review_id} card={open} onDone={close} />}
      </SideDrawer>
    </>
  );
}
