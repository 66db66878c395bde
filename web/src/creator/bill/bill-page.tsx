import { Button, Center, EmptyState, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconReceipt2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billPages, sponsoredBillQuery } from '../../api/sponsored.ts';
import { useFormats } from '../../language/use-formats.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useCreator } from '../frame/creator-guard.ts';
import { PageHead } from '../frame/page-head.tsx';
import { BillFilters } from './bill-filters.tsx';
import { BillList } from './bill-list.tsx';
import { type BillSearch, choiceOf, isNarrowed } from './bill-search.ts';
import { OrderDrawer } from './order-drawer.tsx';
import { MOST_EXPORTED, useExport } from './use-export.ts';

interface Props {
  search: BillSearch;
  onSearch: (search: BillSearch) => void;
}

/** /dashboard/sponsored-bill: every order of the creator, live. */
export function BillPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['bill', 'shell', 'studio']);
  const formats = useFormats();
  const slug = useCreator()?.url_slug ?? '';
  const page = search.page ?? 1;
  const query = useQuery(sponsoredBillQuery(choiceOf(search), page));
  const save = useExport(choiceOf(search));
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={save.isPending}
          disabled={query.data === undefined || query.data.total_count === 0}
          onClick={() => save.mutate()}
          title={t('exportMost', { count: MOST_EXPORTED })}
        >
          {t('export')}
        </Button>
      </PageHead>
      <BillFilters
        search={search}
        onChange={(change) => onSearch({ ...search, ...change, page: undefined })}
      />
      <Loaded
        query={query}
        skeleton={
          <Stack gap="xs">
            {[1, 2, 3, 4, 5, 6].map((one) => (
              <Skeleton key={one} height={64} />
            ))}
          </Stack>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={
          <EmptyState
            variant="light"
            size="lg"
            py={48}
            icon={<IconReceipt2 aria-hidden />}
            title={t(isNarrowed(search) ? 'none' : 'empty')}
            description={t(isNarrowed(search) ? 'noneText' : 'emptyText')}
          >
            <EmptyState.Actions>
              {isNarrowed(search) ? (
                <Button variant="light" onClick={() => onSearch({})}>
                  {t('showAll')}
                </Button>
              ) : (
                <ButtonLink to="/a/$slug" params={{ slug }} variant="light">
                  {t('shell:nav.myPage')}
                </ButtonLink>
              )}
            </EmptyState.Actions>
          </EmptyState>
        }
      >
        {({ list, total_count }) => (
          <Stack gap="md">
            <BillList orders={list} onOpen={(order) => onSearch({ ...search, order })} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed" className="figures">
                {t('count', { count: total_count, written: formats.number(total_count) })}
              </Text>
              {total_count > list.length && (
                <Center>
                  <Pagination
                    size="sm"
                    total={billPages(total_count)}
                    value={page}
                    onChange={(chosen) => onSearch({ ...search, page: chosen })}
                    getControlProps={(control) => ({ 'aria-label': t(`shell:pages.${control}`) })}
                  />
                </Center>
              )}
            </Group>
          </Stack>
        )}
      </Loaded>
      <OrderDrawer out_trade_no={search.order} onClose={() => onSearch({ ...search, order: undefined })} />
    </>
  );
}
