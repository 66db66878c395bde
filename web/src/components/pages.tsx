import { Center, Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  total: number;
  /** Rows of a page; by default as many as the server sends. */
  perPage?: number | undefined;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}

/** Turns the pages of a list. */
export function Pages({ total, perPage = 20, page, onPage }: Props) {
  const { t } = useTranslation('shell');
  if (total <= perPage) return null;
  return (
    <Center component="nav" aria-label={t('pages.all')}>
      <Pagination
        total={Math.ceil(total / perPage)}
        // Nine controls fit on one line of a phone.
        gap={4}
        value={page}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': t(`pages.${control}`) })}
      />
    </Center>
  );
}
