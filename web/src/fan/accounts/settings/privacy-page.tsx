import { Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getMyAccount, setShownAsSupporter, setVisitsCounted } from '#services/contract/accounts/accounts.ts';
import { acceptTerms, getConsent } from '#services/contract/accounts/terms.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { consent } from '../../../app/consent/consent.ts';
import { useProfile } from '../../../app/session.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { LegalLink } from '../../../shell/legal-link.tsx';
import { AccountFrame } from '../../frame/account-frame.tsx';

/** /setting/privacy: what the person agreed to, and what others see of them. */
export function PrivacyPage() {
  const { t } = useLocale('accounts');
  const account = useQuery(queryOf(getMyAccount, {}, { select: ({ account: own }) => own }));
  return (
    <AccountFrame title={t('privacy.title')}>
      <ConsentSection />
      <Section title={t('privacy.others')}>
        <Loaded query={account} skeleton={<Skeleton height={48} />}>
          {({ shown_as_supporter, visits_counted }) => (
            <Stack gap="md">
              <OwnSwitch name="shownAsSupporter" save={setShownAsSupporter} isOn={shown_as_supporter} />
              <OwnSwitch name="visitsCounted" save={setVisitsCounted} isOn={visits_counted} />
            </Stack>
          )}
        </Loaded>
        <AnchorLink to="/setting/blocklist">{t('privacy.blocked')}</AnchorLink>
      </Section>
    </AccountFrame>
  );
}

function ConsentSection() {
  const { t, formats } = useLocale(['accounts', 'shell']);
  const own = useProfile()?.user.user_id ?? '';
  const query = useQuery(queryOf(getConsent, {}));
  const accept = useCall(acceptTerms, {
    onSuccess: ({ agreed_version }) => consent.agreed(own, agreed_version),
  });
  return (
    <Section title={t('privacy.consent')} text={t('privacy.consentText')}>
      <Loaded query={query} skeleton={<Skeleton height={48} />}>
        {({ terms_version, agreed_version, agree_time }) => (
          <Stack gap="xs">
            <Text>
              {agreed_version === ''
                ? t('privacy.none')
                : t('privacy.agreed', {
                    version: formats.fullDay(agreed_version),
                    time: formats.dateTime(agree_time),
                  })}
            </Text>
            <Group gap="md">
              <LegalLink page="terms" />
              <LegalLink page="privacy" />
            </Group>
            {agreed_version !== terms_version && (
              <Group>
                <Button loading={accept.isPending} onClick={() => accept.mutate({ terms_version })}>
                  {t('privacy.agree', { version: formats.fullDay(terms_version) })}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

interface SwitchProps {
  name: 'shownAsSupporter' | 'visitsCounted';
  save: typeof setShownAsSupporter | typeof setVisitsCounted;
  isOn: boolean;
}

/** What others learn of the person; saved immediately. */
function OwnSwitch({ name, save, isOn }: SwitchProps) {
  const { t } = useLocale('accounts');
  const set = useCall(save, { tells: true });
  return (
    <Switch
      label={t(`setting.${name}`)}
      description={t(`setting.${name}Text`)}
      checked={set.isPending ? set.variables.status === true : isOn}
      onChange={({ currentTarget }) => set.mutate({ status: currentTarget.checked })}
    />
  );
}
