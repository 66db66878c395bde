import { Alert, Button, Container, Divider, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf, InputOf } from '#services/contract/endpoint.ts';
import { allowAuthorization, getAuthorization } from '#services/contract/open/oauth.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useProfile } from '../../app/session.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { ScopeList } from './scope-list.tsx';

type Input = InputOf<typeof allowAuthorization>;
type Authorization = DataOf<typeof getAuthorization>;

/** /oauth2/authorize: an application asks the person for access. */
export function AuthorizePage({ request }: { request: Input }) {
  const { t } = useTranslation('open-apps');
  const query = useQuery({ ...queryOf(getAuthorization, request), retry: false });
  const [refused, setRefused] = useState(false);
  usePageTitle(t('ask.title'));
  if (query.isError) {
    return (
      <DeadEnd
        role="alert"
        color="orange"
        icon={<IconPlugConnectedX aria-hidden />}
        title={t('ask.wrong')}
        text={t('ask.wrongText')}
      >
        <ButtonLink to="/">{t('ask.home')}</ButtonLink>
      </DeadEnd>
    );
  }
  if (refused) {
    return (
      <DeadEnd icon={<IconPlugConnectedX aria-hidden />} title={t('ask.refused')} text={t('ask.refusedText')}>
        <Button variant="default" onClick={() => setRefused(false)}>
          {t('ask.back')}
        </Button>
        <ButtonLink to="/">{t('ask.home')}</ButtonLink>
      </DeadEnd>
    );
  }
  return (
    <Container size={480} py={{ base: 'lg', sm: 64 }}>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
        {query.data === undefined ? (
          <Skeleton height={320} />
        ) : (
          <Consent request={request} details={query.data} onRefuse={() => setRefused(true)} />
        )}
      </Paper>
    </Container>
  );
}

/** The application, its owner, the requested scopes, and both answers. */
function Consent({
  request,
  details,
  onRefuse,
}: {
  request: Input;
  details: Authorization;
  onRefuse: () => void;
}) {
  const { t } = useTranslation('open-apps');
  const user = useProfile()?.user;
  const allow = useCall(allowAuthorization, { quiet: true, refresh: false });
  const { name, owner, host, scopes, refused } = details;
  return (
    <Stack gap="lg">
      <Group gap="md" wrap="nowrap">
        <IconPlugConnected size={32} aria-hidden style={{ flex: 'none' }} />
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Title order={1} fz={22}>
            {t('ask.heading', { name })}
          </Title>
          <Text className="hint">{t('ask.by', { owner: owner.name, host })}</Text>
        </div>
      </Group>
      {user && (
        <Group gap="xs" wrap="nowrap">
          <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={28} />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('ask.as', { name: user.name })}
          </Text>
        </Group>
      )}
      <Divider />
      {refused ? (
        <>
          <Alert color="orange" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('ask.invalid')}>
            {`${refused.error}: ${refused.error_description}`}
          </Alert>
          <Button component="a" href={refused.redirect} rel="noreferrer" variant="default">
            {t('ask.backTo', { host })}
          </Button>
        </>
      ) : (
        <>
          <div>
            <Text fw={600} mb="xs">
              {t('ask.gets')}
            </Text>
            <ScopeList scopes={scopes} />
          </div>
          <Text className="hint">{t('ask.never', { host })}</Text>
          {allow.isError && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              {sentenceOf(allow.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onRefuse}>
              {t('ask.refuse')}
            </Button>
            <Button
              loading={allow.isPending || allow.isSuccess}
              onClick={() =>
                allow.mutate(request, { onSuccess: ({ redirect }) => window.location.assign(redirect) })
              }
            >
              {t('ask.allow')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
