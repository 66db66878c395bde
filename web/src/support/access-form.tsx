import { Group, Paper, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { searchOrders } from '#services/contract/staff/support.ts';
import { call } from '../api/client.ts';
import { useMutation } from '../api/queries.ts';
import { ServerForm } from '../components/forms/server-form.tsx';
import { useServerForm } from '../components/forms/use-server-form.ts';
import type { SupportSearch } from './support-search.ts';

/** Longer than any phone number: then it is an order's. */
const ORDER_NUMBER = /^\d{20,}$/;

interface Props {
  reason: string;
  onLook: (search: SupportSearch) => void;
}

/** The form for person and reason. A typed account does not appear in the address bar. */
export function AccessForm({ reason: before, onLook }: Props) {
  const { t } = useTranslation('support');
  const look = useMutation({
    mutationFn: async ({ whom, reason }: { whom: string; reason: string }) => {
      if (ORDER_NUMBER.test(whom)) return { order: whom, reason };
      const { user } = await call(searchOrders, { account: whom, reason });
      return { user_id: user.user_id, reason };
    },
    meta: { quiet: true, refresh: false },
  });
  const form = useServerForm({
    initialValues: { whom: '', reason: before },
    send: look,
    requestOf: ({ whom, reason }) => ({ whom: whom.trim(), reason: reason.trim() }),
    names: { account: 'whom' },
    onDone: onLook,
  });
  const { whom, reason } = form.values;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <ServerForm
        form={form}
        left
        submit={t('look')}
        button={{ disabled: whom.trim() === '' || reason.trim() === '' }}
      >
        <Group align="flex-start" gap="md">
          <TextInput
            label={t('whom')}
            description={t('whomHint')}
            maxLength={120}
            autoComplete="off"
            style={{ flex: '1 1 240px' }}
            {...form.getInputProps('whom')}
          />
          <TextInput
            label={t('reason')}
            description={t('reasonHint')}
            maxLength={200}
            style={{ flex: '1 1 240px' }}
            {...form.getInputProps('reason')}
          />
        </Group>
      </ServerForm>
    </Paper>
  );
}
