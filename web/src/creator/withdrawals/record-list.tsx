import { EmptyState, Stack } from '@mantine/core';
import { IconReceiptYen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawHistoryQuery } from '../../api/withdrawals.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Shapes } from '../../components/shapes.tsx';
import { RecordCard } from './record-card.tsx';

interface Props {
  page: number;
  perPage: number;
  /** What can be done where there are none yet. */
  action?: ReactNode;
  /** Below the list. */
  below?: (total: number) => ReactNode;
}

/** A page of withdrawals, newest first, live. */
export function RecordList({ page, perPage, action, below }: Props) {
  const { t } = useTranslation('withdraw');
  const query = useQuery(withdrawHistoryQuery(page, perPage));
  return (
    <Loaded
      query={query}
      skeleton={
        <Stack gap="sm">
          <Shapes count={3} height={120} />
        </Stack>
      }
      isEmpty={({ total_count }) => total_count === 0}
      empty={
        <EmptyState
          variant="light"
          py="lg"
          icon={<IconReceiptYen aria-hidden />}
          title={t('records.empty')}
          description={t('records.emptyText')}
        >
          {action !== undefined && <EmptyState.Actions>{action}</EmptyState.Actions>}
        </EmptyState>
      }
    >
      {({ list, total_count }) => (
        <Stack gap="sm">
          {list.map((record) => (
            <RecordCard key={record.order_id} record={record} />
          ))}
          {below?.(total_count)}
        </Stack>
      )}
    </Loaded>
  );
}
