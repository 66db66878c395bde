import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import type { DigestTimes as Times } from '#services/contract/messages/notify-config.ts';
import { editNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { zoneName } from '../../../language/zone.ts';

const TIMES: readonly Times[] = ['never', 'daily', 'weekly'];

/** How often a mail of what is new is sent, if at all. */
export function DigestTimes({ value }: { value: Times }) {
  const { t, i18n } = useLocale('messages-settings');
  const edit = useCall(editNotifyConfig, { tells: true, scope: { id: editNotifyConfig.path } });
  const account = useQuery(queryOf(getMyAccount, {})).data?.account;
  return (
    <Section
      title={t('digest.title')}
      text={t('digest.text', { zone: zoneName(i18n.language, Date.now() / 1000) })}
    >
      <SegmentedControl
        aria-label={t('digest.label')}
        maw={360}
        value={(edit.isPending && edit.variables.digest) || value}
        data={TIMES.map((times) => ({ value: times, label: t(`digest.${times}`) }))}
        onChange={(chosen) => edit.mutate({ digest: TIMES.find((times) => times === chosen) })}
      />
      {account?.email === '' && (
        <Text className="hint">
          {t('digest.noMail')} <AnchorLink to="/setting/account">{t('digest.addMail')}</AnchorLink>
        </Text>
      )}
    </Section>
  );
}
