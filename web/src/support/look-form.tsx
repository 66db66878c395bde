import { Button, Group, Paper, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../api/refusal.ts';
import { personByAccount } from '../api/support.ts';
import type { SupportSearch } from './support-search.ts';

/** Longer than any phone number: then it is an order's. */
const ORDER_NUMBER = /^\d{20,}$/;

interface Props {
  reason: string;
  onLook: (search: SupportSearch) => void;
}

/** Takes person and reason. A typed account is looked up and is not in the address bar. */
export function LookForm({ reason: before, onLook }: Props) {
  const { t } = useTranslation('support');
  const [whom, setWhom] = useState('');
  const [reason, setReason] = useState(before);
  const look = useMutation({
    mutationFn: async () => {
      const asked = whom.trim();
      const why = reason.trim();
      if (ORDER_NUMBER.test(asked)) return { order: asked, reason: why };
      const { user } = await personByAccount(asked, why);
      return { user_id: user.user_id, reason: why };
    },
    onSuccess: onLook,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whom.trim() !== '' && reason.trim() !== '') look.mutate();
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="form" onSubmit={submit}>
      <Group align="flex-start" gap="md">
        <TextInput
          label={t('whom')}
          description={t('whomHint')}
          value={whom}
          onChange={({ currentTarget }) => setWhom(currentTarget.value)}
          error={fieldRefusal(look.error, 'account')}
          maxLength={120}
          autoComplete="off"
          style={{ flex: '1 1 240px' }}
        />
        <TextInput
          label={t('reason')}
          description={t('reasonHint')}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={fieldRefusal(look.error, 'reason')}
          maxLength={200}
          style={{ flex: '1 1 240px' }}
        />
      </Group>
      <Button
        type="submit"
        mt="md"
        loading={look.isPending}
        disabled={whom.trim() === '' || reason.trim() === ''}
      >
        {t('look')}
      </Button>
    </Paper>
  );
}
