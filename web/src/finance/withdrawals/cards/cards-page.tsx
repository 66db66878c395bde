import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bankReviewsQuery, cardPages } from '../../../api/bank-reviews.ts';
import { ListPage, Nothing } from '../../../components/list-page.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { WaitingRow } from '../../../components/waiting-row.tsx';
import { useFormats } from '../../../language/use-formats.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { CardReview } from './card-review.tsx';

const ICON = <IconCreditCard aria-hidden />;

/** What the page shows, as it stands in the address. */
export interface CardsSearch {
  page?: number | undefined;
  /** The one that is open. */
  review?: string | undefined;
}

interface Props {
  search: CardsSearch;
  onSearch: (search: CardsSearch) => void;
}

/** /finance/cards: bank cards that wait for a decision. What waited in the past is in no books. */
export function CardsPage(props: Props) {
  const { t } = useTranslation('cards');
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

function Cards({ search, onSearch }: Props) {
  const { t } = useTranslation('cards');
  const formats = useFormats();
  const { page = 1, review } = search;
  const query = useQuery(bankReviewsQuery(page));
  const open = query.data?.list.find(({ review_id }) => review_id === review);
  const close = () => onSearch({ page: search.page });
  return (
    <>
      <ListPage
        query={query}
        waiting={{ count: 4, height: 72 }}
        nothing={{ icon: ICON, title: t('empty'), text: t('emptyText') }}
        found={({ total_count }) => t('found', { count: total_count })}
        pagesOf={cardPages}
        page={page}
        onPage={(chosen) => onSearch({ page: chosen })}
      >
        {({ list }) =>
          list.map(({ review_id, name, submitted_at }) => (
            <WaitingRow
              key={review_id}
              name={name}
              since={t('since', { time: formats.dateTime(submitted_at) })}
              open={t('review')}
              openLabel={t('reviewOf', { name })}
              onOpen={() => onSearch({ ...search, review: review_id })}
            />
          ))
        }
      </ListPage>
      <SideDrawer title={open && t('reviewOf', { name: open.name })} width={560} onClose={close}>
        {open !== undefined && <CardReview key={open.review_id} card={open} onDone={close} />}
      </SideDrawer>
    </>
  );
}
