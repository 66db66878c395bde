import { Button, Center, Loader } from '@mantine/core';
import { IconCloudOff, IconMoodPuzzled } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isUnreachable } from '../api/refusal.ts';
import { sentenceOf } from '../app/queries.ts';
import { DeadEnd } from '../components/dead-end.tsx';
import { ButtonLink } from '../components/links.tsx';
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
    <DeadEnd icon={<IconMoodPuzzled aria-hidden />} title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
      <ButtonLink to="/explore" variant="light">
        {t('nav.explore')}
      </ButtonLink>
    </DeadEnd>
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
    <DeadEnd
      role="alert"
      color="orange"
      icon={isUnreachable(error) ? <IconCloudOff aria-hidden /> : <IconMoodPuzzled aria-hidden />}
      title={t('failed.title')}
      text={sentenceOf(error)}
    >
      <Button onClick={again}>{t('state.again')}</Button>
      <ButtonLink to="/" variant="light">
        {t('notFound.home')}
      </ButtonLink>
    </DeadEnd>
  );
}
