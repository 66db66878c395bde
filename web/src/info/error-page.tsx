import { Button, Text } from '@mantine/core';
import { IconMoodPuzzled } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../app/session.ts';
import { DeadEnd } from '../components/dead-end.tsx';
import { ButtonLink } from '../components/links.tsx';
import { homeOf } from '../shell/home.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { kindOf, shownMessage } from './error-kind.ts';

interface Props {
  /** The code and sentence of the refused call. */
  ec: string | undefined;
  em: string | undefined;
}

/** /error?ec=&em=: why something could not be done, and the ways on. */
export function ErrorPage({ ec, em }: Props) {
  const { t } = useTranslation(['info', 'shell']);
  const router = useRouter();
  const home = homeOf(useProfile());
  const kind = kindOf(ec);
  const message = shownMessage(em);
  usePageTitle(t(`error.${kind}.title`));
  return (
    <DeadEnd
      role="alert"
      color="orange"
      icon={<IconMoodPuzzled aria-hidden />}
      title={t(`error.${kind}.title`)}
      text={t(`error.${kind}.text`)}
    >
      {(message !== undefined || ec !== undefined) && (
        <Text size="sm" c="dimmed" w="100%">
          {message !== undefined && t('error.message', { message })}
          {message !== undefined && ec !== undefined && <br />}
          {ec !== undefined && t('error.code', { code: ec })}
        </Text>
      )}
      {kind === 'session' ? (
        <ButtonLink to="/login">{t('shell:nav.signIn')}</ButtonLink>
      ) : (
        <Button onClick={() => router.history.back()}>{t('error.retry')}</Button>
      )}
      <ButtonLink to={home} variant="light">
        {t('shell:notFound.home')}
      </ButtonLink>
    </DeadEnd>
  );
}
