import { Button, EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../components/links.tsx';
import { useCreator } from './frame/creator-guard.ts';

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  /** Undefined when the list is not narrowed: then there is nothing at all yet, and one's page is the way on. */
  onShowAll: (() => void) | undefined;
}

/** A list of orders or sponsors without any. */
export function NothingReceived({ icon, title, text, onShowAll }: Props) {
  const { t } = useTranslation(['bill', 'shell']);
  const slug = useCreator()?.url_slug ?? '';
  return (
    <EmptyState variant="light" size="lg" py={48} icon={icon} title={title} description={text}>
      <EmptyState.Actions>
        {onShowAll === undefined ? (
          <ButtonLink to="/a/$slug" params={{ slug }} variant="light">
            {t('shell:nav.myPage')}
          </ButtonLink>
        ) : (
          <Button variant="light" onClick={onShowAll}>
            {t('showAll')}
          </Button>
        )}
      </EmptyState.Actions>
    </EmptyState>
  );
}
