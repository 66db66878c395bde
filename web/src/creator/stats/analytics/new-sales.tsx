import { Radio, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { editNotifyConfig, getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';

const CHOICES = ['each', 'daily', 'never'] as const;

/** When the creator is notified of new sales. */
export function NewSales() {
  const { t } = useTranslation('stats-analytics');
  const query = useQuery(queryOf(getNotifyConfig, {}));
  const edit = useCall(editNotifyConfig, { tells: true, scope: { id: editNotifyConfig.path } });
  return (
    <Section title={t('newSale.title')} text={t('newSale.text')}>
      <Loaded query={query} skeleton={<Skeleton height={96} width={240} />}>
        {({ new_sale }) => (
          <Radio.Group
            label={t('newSale.label')}
            value={(edit.isPending && edit.variables.new_sale) || new_sale}
            onChange={(value) => edit.mutate({ new_sale: CHOICES.find((choice) => choice === value) })}
          >
            <Stack gap="xs" mt="xs">
              {CHOICES.map((choice) => (
                <Radio key={choice} value={choice} label={t(`newSale.${choice}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Loaded>
    </Section>
  );
}
