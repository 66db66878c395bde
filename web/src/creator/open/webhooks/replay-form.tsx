import { Modal, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { replayWebhook, type Webhook } from '#services/contract/open/webhooks.ts';
import { useCall } from '../../../api/queries.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';

/** In seconds. */
const PERIODS = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
const STARTS = ['hour', 'day', 'week', 'month', 'position'] as const;
type Start = (typeof STARTS)[number];

interface Props {
  /** Closed without one. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

/** Sends events of a period, or after a log position, again. */
export function ReplayForm({ webhook, onClose }: Props) {
  const { t } = useTranslation('open-webhooks');
  return (
    <Modal opened={webhook !== undefined} onClose={onClose} title={t('replay.title')}>
      {webhook && <Fields webhook={webhook} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ webhook: { webhook_id }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('open-webhooks');
  const form = useServerForm({
    initialValues: { since: 'day' as Start, after: 0 },
    send: useCall(replayWebhook, { quiet: true }),
    requestOf: ({ since, after }) => ({
      webhook_id,
      ...(since === 'position' ? { after } : { since: Math.floor(Date.now() / 1000) - PERIODS[since] }),
    }),
    saved: t('replay.started'),
    onDone: onClose,
  });
  return (
    <ServerForm form={form} submit={t('replay.start')} onCancel={onClose}>
      <Text size="sm">{t('replay.text')}</Text>
      <Select
        label={t('replay.from')}
        data={STARTS.map((value) => ({ value, label: t(`replay.${value}`) }))}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps('since')}
      />
      {form.values.since === 'position' && (
        <NumberField label={t('replay.after')} min={0} {...form.getInputProps('after')} />
      )}
    </ServerForm>
  );
}
