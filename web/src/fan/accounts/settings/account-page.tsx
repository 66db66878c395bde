import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getMyAccount, setShownAsSupporter } from '#services/api/accounts/contract/accounts.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { Fact } from '../../../components/fact.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { LookSettings } from './look-settings.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionSettings } from './session-settings.tsx';

/** A person's own settings. */
export function AccountPage() {
  const { t, formats } = useLocale('account');
  const profile = useProfile();
  const account = useQuery(queryOf(getMyAccount, {}, { select: ({ account: own }) => own }));
  return (
    <AccountFrame title={t('setting.title')}>
      <Section title={t('setting.profile')}>{profile && <ProfileForm user={profile.user} />}</Section>
      <Section title={t('setting.contact')} text={t('setting.contactText')}>
        <Loaded query={account} skeleton={<Skeleton height={72} />}>
          {({ email, phone, create_time }) => (
            <Stack gap="xs">
              <Fact label={t('setting.email')}>{email || t('setting.unbound')}</Fact>
              <Fact label={t('setting.phone')}>{phone || t('setting.unbound')}</Fact>
              <Text className="hint">{t('setting.since', { date: formats.date(create_time) })}</Text>
            </Stack>
          )}
        </Loaded>
      </Section>
      <Section title={t('setting.password')} text={t('setting.passwordText')}>
        <PasswordForm account={account.data?.email || account.data?.phone || ''} />
      </Section>
      {account.data && <PrivacySettings shown={account.data.shown_as_supporter} />}
      <LookSettings />
      <SessionSettings />
    </AccountFrame>
  );
}

/** Whether public lists of supporters show the name; saved at once. */
function PrivacySettings({ shown }: { shown: boolean }) {
  const { t } = useLocale('account');
  const set = useCall(setShownAsSupporter);
  return (
    <Section title={t('setting.privacy')}>
      <Switch
        label={t('setting.shownAsSupporter')}
        description={t('setting.shownAsSupporterText')}
        checked={set.isPending ? set.variables.status === true : shown}
        onChange={({ currentTarget }) => set.mutate({ status: currentTarget.checked })}
      />
    </Section>
  );
}
