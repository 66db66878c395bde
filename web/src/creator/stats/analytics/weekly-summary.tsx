import { Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { editNotifyConfig, getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';

/** Turns the weekly mail on and off. */
export function WeeklySummary() {
  const { t } = useTranslation('stats-analytics');
  const query = useQuery(queryOf(getNotifyConfig, {}));
  const edit = useCall(editNotifyConfig, { tells: true, scope: { id: editNotifyConfig.path } });
  return (
    <Section title={t('weekly.title')} text={t('weekly.text')}>
      <Loaded query={query} skeleton={<Skeleton height={24} width={240} />}>
        {({ weekly_summary }) => (
          <Switch
            label={t('weekly.switch')}
            checked={edit.isPending ? edit.variables.weekly_summary === true : weekly_summary}
            onChange={({ currentTarget: { checked } }) => edit.mutate({ weekly_summary: checked })}
          />
        )}
      </Loaded>
    </Section>
  );
}
