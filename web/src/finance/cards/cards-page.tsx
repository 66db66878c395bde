import { Button, EmptyState, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WaitingCard } from '#services/api/contract/bank-reviews.ts';
import { bankReviewsQuery, cardPages } from '../../api/bank-reviews.ts';
import { useFormats } from '../../language/use-formats.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Shapes } from '../../parts/shapes.tsx';
import { SideDrawer } from '../../parts/side-drawer.tsx';
import { useAsOf } from '../frame/as-of.ts';
import { CardReview } from './card-review.tsx';

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
      {past ? <Nothing title={t('past')} text={t('pastText')} /> : <Cards {...props} />}
    </>
  );
}

const Nothing = ({ title, text }: { title: string; text: string }) => (
  <EmptyState
    variant="light"
    py={48}
    icon={<IconCreditCard aria-hidden />}
    title={title}
    description={text}
  />
);

function Cards({ search, onSearch }: Props) {
  const { t } = useTranslation('cards');
  const { page = 1, review } = search;
  const query = useQuery(bankReviewsQuery(page));
  const open = query.data?.list.find(({ review_id }) => review_id === review);
  const close = () => onSearch({ page: search.page });
  return (
    <>
      <Loaded
        query={query}
        skeleton={
          <Stack gap="xs">
            <Shapes count={4} height={72} />
          </Stack>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={<Nothing title={t('empty')} text={t('emptyText')} />}
      >
        {({ list, total_count }) => (
          <Stack gap="xs">
            <Text size="sm" c="dimmed" className="figures" role="status">
              {t('found', { count: total_count })}
            </Text>
            {list.map((card) => (
              <CardRow
                key={card.review_id}
                card={card}
                onOpen={() => onSearch({ ...search, review: card.review_id })}
              />
            ))}
            <Pages
              total={cardPages(total_count)}
              page={page}
              onPage={(chosen) => onSearch({ page: chosen })}
            />
          </Stack>
        )}
      </Loaded>
      <SideDrawer title={open && t('reviewOf', { name: open.name })} width={560} onClose={close}>
        {open !== undefined && <CardReview key={open.review_id} card={open} onDone={close} />}
      </SideDrawer>
    </>
  );
}

function CardRow({ card: { name, submitted_at }, onOpen }: { card: WaitingCard; onOpen: () => void }) {
  const { t } = useTranslation('cards');
  const formats = useFormats();
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={650}>{name}</Text>
          <Text size="sm" c="dimmed" className="figures">
            {t('since', { time: formats.dateTime(submitted_at) })}
          </Text>
        </div>
        <Button variant="light" size="xs" aria-label={t('reviewOf', { name })} onClick={onOpen}>
          {t('review')}
        </Button>
      </Group>
    </Paper>
  );
}
