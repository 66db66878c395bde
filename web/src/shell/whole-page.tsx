import { Button, Center, Container, EmptyState, Loader } from '@mantine/core';
import { IconCloudOff, IconMoodPuzzled } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../app/queries.ts';
import { ButtonLink } from '../parts/links.tsx';
import { usePageTitle } from '../shell/page-title.ts';

/** While a page's code is on its way. */
export function Waiting() {
  const { t } = useTranslation('shell');
  return (
    <Center mih="50vh" role="status" aria-label={t('state.loading')}>
      <Loader type="dots" />
    </Center>
  );
}

/** An address that leads nowhere (overview specification 2: 页面不存在, with a link home). */
export function NotFound() {
  const { t } = useTranslation('shell');
  usePageTitle(t('notFound.title'));
  return (
    <Container size="xs" py={80}>
      <EmptyState
        size="lg"
        variant="light"
        icon={<IconMoodPuzzled aria-hidden />}
        title={<h1 style={{ font: 'inherit', margin: 0 }}>{t('notFound.title')}</h1>}
        description={t('notFound.text')}
      >
        <EmptyState.Actions>
          <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
          <ButtonLink to="/explore" variant="light">
            {t('nav.explore')}
          </ButtonLink>
        </EmptyState.Actions>
      </EmptyState>
    </Container>
  );
}

/** A page that could not be shown: what happened, and another try. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Container size="xs" py={80} role="alert">
      <EmptyState
        size="lg"
        variant="light"
        color="orange"
        icon={<IconCloudOff aria-hidden />}
        title={<h1 style={{ font: 'inherit', margin: 0 }}>{t('failed.title')}</h1>}
        description={sentenceOf(error)}
      >
        <EmptyState.Actions>
          <Button onClick={again}>{t('state.again')}</Button>
          <ButtonLink to="/" variant="light">
            {t('notFound.home')}
          </ButtonLink>
        </EmptyState.Actions>
      </EmptyState>
    </Container>
  );
}
