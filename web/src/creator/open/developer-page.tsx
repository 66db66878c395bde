import { Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import { IconBook2, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listOpenTokens } from '#services/contract/open/developer.ts';
import { OPEN_CALLS, type OpenCallName } from '#services/contract/open/scopes.ts';
import { queryOf } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Section } from '../../components/section.tsx';
import type { PageSearch, SearchState } from '../../shell/search.ts';
import { AppList } from './app-list.tsx';
import { CallConsole, type ChosenCall, FIRST_PARAMS } from './call-console.tsx';
import { CallLog } from './call-log.tsx';
import { useTestReceiver } from './receiver/use-test-receiver.ts';
import { TokenList } from './token-list.tsx';
import { usePublicUrl } from './use-public-url.ts';
import { WebhookList } from './webhooks/webhook-list.tsx';

/** /dashboard/dev: tokens, a console and the call log of the open API; webhooks and applications. */
export function DeveloperPage({ search: { page = 1 }, onSearch }: SearchState<PageSearch>) {
  const { t } = useTranslation(['open', 'open-receiver']);
  const profile = useProfile();
  const tokens = useQuery(queryOf(listOpenTokens, {}));
  const publicUrl = usePublicUrl();
  const { sandbox, receiver } = useTestReceiver();
  const console = useRef<HTMLDivElement>(null);
  const [token_id, setToken] = useState<string>();
  const [chosen, setChosen] = useState<ChosenCall>({
    name: 'query-order',
    params: FIRST_PARAMS['query-order'],
  });
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <Button
          component="a"
          href="/api/docs/"
          target="_blank"
          variant="default"
          leftSection={<IconBook2 size={18} aria-hidden />}
        >
          {t('reference')}
        </Button>
      </PageHead>
      <Stack gap="lg">
        {publicUrl === '' ? (
          <Skeleton height={22} />
        ) : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('address')} <Code>{`${publicUrl}/api/open/`}</Code> · user_id{' '}
            <Code>{profile?.user.user_id ?? ''}</Code>
          </Text>
        )}
        <Loaded query={tokens} height={720}>
          {({ list }) => (
            <>
              <TokenList tokens={list} />
              <div ref={console}>
                <CallConsole
                  tokens={list}
                  token_id={token_id}
                  chosen={chosen}
                  sandboxToken={receiver.data?.token?.token}
                  onToken={setToken}
                  onChoose={setChosen}
                />
              </div>
            </>
          )}
        </Loaded>
        {sandbox === true && (
          <Section title={t('open-receiver:section')} text={t('open-receiver:sectionText')}>
            <ButtonLink
              to="/dashboard/dev/receiver"
              style={{ alignSelf: 'start' }}
              leftSection={<IconFlask size={18} aria-hidden />}
            >
              {t('open-receiver:open')}
            </ButtonLink>
          </Section>
        )}
        <WebhookList />
        <AppList />
        <CallLog
          page={page}
          onPage={(chosen) => onSearch({ page: chosen })}
          onRepeat={(call) => {
            if (!(call.name in OPEN_CALLS)) return;
            setToken(call.token_id);
            setChosen({ name: call.name as OpenCallName, params: call.params });
            console.current?.scrollIntoView({ block: 'start' });
          }}
        />
      </Stack>
    </>
  );
}
