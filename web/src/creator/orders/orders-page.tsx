import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconReceipt2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orderListPages, orderListQuery } from '../../api/sponsored.ts';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Pages } from '../../components/pages.tsx';
import { Shapes } from '../../components/shapes.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { ShipMany } from '../delivery/ship-many.tsx';
import { NothingReceived } from '../nothing-received.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderList } from './order-list.tsx';
import { choiceOf, isNarrowed, type OrderSearch } from './order-search.ts';
import { useExport } from './use-export.ts';

interface Props {
  search: OrderSearch;
  onSearch: (search: OrderSearch) => void;
}

/** /dashboard/sponsored-bill: every order of the creator, live. */
export function OrdersPage({ search, onSearch }: Props) {
  const { t } = useTranslation('bill');
  const formats = useFormats();
  const page = search.page ?? 1;
  const narrowed = isNarrowed(search);
  const query = useQuery(orderListQuery(choiceOf(search), page));
  const save = useExport(choiceOf(search));
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ShipMany />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={save.isPending}
          disabled={query.data === undefined || query.data.total_count === 0}
          onClick={() => save.mutate()}
        >
          {t('export')}
        </Button>
      </PageHead>
      <OrderFilters
        search={search}
        onChange={(change) => onSearch({ ...search, ...change, page: undefined })}
      />
      <Loaded
        query={query}
        skeleton={
          <Stack gap="xs">
            <Shapes count={6} height={64} radius="md" />
          </Stack>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={
          <NothingReceived
            icon={<IconReceipt2 aria-hidden />}
            title={t(narrowed ? 'none' : 'empty')}
            text={t(narrowed ? 'noneText' : 'emptyText')}
            onShowAll={narrowed ? () => onSearch({}) : undefined}
          />
        }
      >
        {({ list, total_count }) => (
          <Stack gap="md">
            <OrderList orders={list} onOpen={(order) => onSearch({ ...search, order })} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed" className="figures">
                {t('count', { count: total_count, written: formats.number(total_count) })}
              </Text>
              <Pages
                total={orderListPages(total_count)}
                page={page}
                onPage={(chosen) => onSearch({ ...search, page: chosen })}
              />
            </Group>
          </Stack>
        )}
      </Loaded>
      <OrderDrawer out_trade_no={search.order} onClose={() => onSearch({ ...search, order: undefined })} />
    </>
  );
}
