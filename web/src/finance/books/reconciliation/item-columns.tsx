import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReconciledItem } from '#services/contract/books/statements.ts';
import type { Column } from '../../../components/table/columns.ts';
import { StateBadges } from './state-badge.tsx';

/** A move of money: its kind and result, and both amounts. */
export function useItemColumns(): Column<ReconciledItem>[] {
  const { t } = useTranslation('books-reconciliation');
  return [
    {
      id: 'item',
      head: t('item.title'),
      value: ({ kind }) => t(`kind.${kind}`),
      cell: ({ kind, reference }) => (
        <>
          {t(`kind.${kind}`)}
          <Text className="footnote" w={176} style={{ overflowWrap: 'anywhere' }}>
            {reference}
          </Text>
        </>
      ),
    },
    { id: 'ours', head: t('ours'), kind: 'money', value: ({ ours }) => ours },
    { id: 'theirs', head: t('theirs'), kind: 'money', value: ({ theirs }) => theirs },
    {
      id: 'difference',
      head: t('difference'),
      kind: 'money',
      value: ({ difference }) => (difference === '0.00' ? null : difference),
    },
    {
      id: 'state',
      head: t('items.view'),
      kind: 'status',
      value: ({ state }) => t(`state.${state}`),
      cell: (item) => <StateBadges item={item} />,
    },
    { id: 'creator', head: t('creator'), kind: 'name', value: ({ user }) => user?.name ?? '' },
    { id: 'time', head: t('time'), kind: 'time', value: ({ time }) => time },
    {
      id: 'provider',
      head: t('items.provider'),
      value: ({ provider }) => t(`provider.${provider as 'sandbox'}`),
    },
    { id: 'reference', head: t('reference'), value: ({ reference }) => reference, optional: true },
  ];
}
