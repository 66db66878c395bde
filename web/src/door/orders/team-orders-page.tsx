import { Container, EmptyState, Stack } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { teamOrderPages, teamOrdersQuery } from '../../api/team.ts';
import { WordsField } from '../../components/forms/words-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Pages } from '../../components/pages.tsx';
import { Shapes } from '../../components/shapes.tsx';
import { TeamOrderRow } from './team-order-row.tsx';

export interface TeamOrdersSearch {
  creator_id?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

interface Props {
  search: TeamOrdersSearch;
  onSearch: (search: TeamOrdersSearch) => void;
}

/** /order/received: a creator's orders, for the team to look up. */
export function TeamOrdersPage({ search, onSearch }: Props) {
  const { t } = useTranslation('door');
  const { creator_id = '', q, page = 1 } = search;
  const query = useQuery(teamOrdersQuery(creator_id, q, page));
  return (
    <Container size="md" py="lg">
      <PageHead title={t('orders.title')} text={t('orders.text')} />
      <Stack gap="md">
        <WordsField
          words={q}
          label={t('orders.search')}
          onSearch={(words) => onSearch({ creator_id, q: words })}
        />
        <Loaded
          query={query}
          skeleton={
            <Stack gap="xs">
              <Shapes count={6} height={72} radius="md" />
            </Stack>
          }
          isEmpty={({ list }) => list.length === 0}
          empty={
            <EmptyState variant="light" py={32} icon={<IconReceipt aria-hidden />} title={t('orders.none')} />
          }
        >
          {({ list, total_count }) => (
            <Stack gap="xs">
              {list.map((order) => (
                <TeamOrderRow key={order.out_trade_no} order={order} />
              ))}
              <Pages
                total={teamOrderPages(total_count)}
                page={page}
                onPage={(chosen) => onSearch({ ...search, page: chosen })}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Container>
  );
}
