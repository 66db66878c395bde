import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listOpenTokens } from '#services/contract/open/developer.ts';
import { listConnectedApps } from '#services/contract/open/oauth.ts';
import { queryOf } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Programs that reach the account: a second factor does not end their access. */
export function Programs() {
  const { t } = useLocale('accounts-security');
  const isCreator = (useProfile()?.creator ?? null) !== null;
  const apps = useQuery(queryOf(listConnectedApps, {}));
  const tokens = useQuery({ ...queryOf(listOpenTokens, {}), enabled: isCreator });
  return (
    <Section title={t('programs.title')} text={t('programs.text')}>
      <Loaded query={apps} height={24}>
        {({ total_count: count }) => (
          <Group justify="space-between">
            <Text>{t('programs.apps', { count })}</Text>
            <AnchorLink to="/setting/apps">{t('programs.showApps')}</AnchorLink>
          </Group>
        )}
      </Loaded>
      {isCreator && (
        <Loaded query={tokens} height={24}>
          {({ total_count: count }) => (
            <Group justify="space-between">
              <Text>{t('programs.tokens', { count })}</Text>
              <AnchorLink to="/dashboard/dev">{t('programs.showTokens')}</AnchorLink>
            </Group>
          )}
        </Loaded>
      )}
    </Section>
  );
}
