import { Center, Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /** How many pages there are; with one there is nothing to turn. */
  total: number;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}

/** Turns the pages of a list. */
export function Pages({ total, page, onPage }: Props) {
  const { t } = useTranslation('shell');
  if (total <= 1) return null;
  return (
    <Center component="nav" aria-label={t('pages.all')}>
      <Pagination
        total={total}
        // Nine controls fit on one line of a phone.
        gap={4}
        value={page}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': t(`pages.${control}`) })}
      />
    </Center>
  );
}
