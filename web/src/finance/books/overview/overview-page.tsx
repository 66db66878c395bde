import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type AttentionItem,
  type BookTotalKind,
  getFinanceOverview,
} from '#services/contract/books/finance-overview.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import type { SearchState } from '../../../shell/search.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { AttentionPart } from './attention-part.tsx';
import { TotalDrawer } from './total-drawer.tsx';
import { TotalsPart } from './totals-part.tsx';

/** Search parameters of the page. */
export interface OverviewSearch {
  /** Lists only this kind of items. */
  kind?: AttentionItem['kind'] | undefined;
  /** The total that is explained. */
  total?: BookTotalKind | undefined;
  page?: number | undefined;
}

/** /finance: items that need attention, oldest first; then the totals of the books. */
export function OverviewPage({ search, onSearch }: SearchState<OverviewSearch>) {
  const { t } = useTranslation('finance');
  const { kind } = search;
  const query = useQuery(queryOf(getFinanceOverview, { kind, as_of: useAsOf() }));
  return (
    <>
      <PageHead title={t('overview.title')} text={t('overview.text')} />
      <Loaded
        query={query}
        skeleton={
          <Stack gap="lg">
            <Skeleton height={240} radius="lg" />
            <Skeleton height={320} radius="lg" />
          </Stack>
        }
      >
        {(overview) => (
          <Stack gap="lg">
            <AttentionPart attention={overview.attention} chosen={kind} asOf={overview.as_of} />
            <TotalsPart overview={overview} onExplain={(total) => onSearch({ kind, total })} />
          </Stack>
        )}
      </Loaded>
      <TotalDrawer
        kind={search.total}
        page={search.page ?? 1}
        onPage={(page) => onSearch({ ...search, page })}
        onClose={() => onSearch({ kind })}
      />
    </>
  );
}
