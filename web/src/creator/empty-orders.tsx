import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../components/links.tsx';
import { useCreator } from './frame/creator-guard.ts';

/** The way on from an empty list: all of it when it is narrowed, else the creator's own page. */
export function EmptyOrders({ onShowAll }: { onShowAll: (() => void) | undefined }) {
  const { t } = useTranslation(['orders-received', 'shell']);
  const slug = useCreator()?.url_slug ?? '';
  if (onShowAll === undefined) {
    return (
      <ButtonLink to="/a/$slug" params={{ slug }} variant="light">
        {t('shell:nav.myPage')}
      </ButtonLink>
    );
  }
  return (
    <Button variant="light" onClick={onShowAll}>
      {t('showAll')}
    </Button>
  );
}
