import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ItemState, ReconciledItem } from '#services/contract/books/statements.ts';

const COLOURS = {
  awaited: 'gray',
  matched: 'green',
  only_ours: 'orange',
  only_theirs: 'orange',
  differs: 'red',
} as const satisfies Record<ItemState, string>;

type Shown = Pick<ReconciledItem, 'state' | 'open'> & { cause?: ReconciledItem['cause'] };

/** The state of a move of money, and whether it is resolved. */
export function StateBadges({ item: { state, cause = '', open } }: { item: Shown }) {
  const { t } = useTranslation('books-reconciliation');
  const differs = state !== 'matched' && state !== 'awaited';
  return (
    <>
      <Badge color={COLOURS[state]}>{cause === '' ? t(`state.${state}`) : t(`cause.${cause}`)}</Badge>
      {differs && !open && <Badge color="blue">{t('resolved')}</Badge>}
    </>
  );
}
