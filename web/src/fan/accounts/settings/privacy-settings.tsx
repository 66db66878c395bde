import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setShownAsSupporter } from '#services/api/accounts/contract/accounts.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';

/** Whether public lists of supporters show the name; saved at once. */
export function PrivacySettings({ shown }: { shown: boolean }) {
  const { t } = useTranslation('account');
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
