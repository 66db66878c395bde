import { Alert, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinanceWithdrawal } from '#services/api/contract/finance-withdrawals.ts';
import { useJudgeWithdrawal, type Verdict } from '../../api/finance-withdrawals.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useFormats } from '../../language/use-formats.ts';

interface Props {
  one: FinanceWithdrawal;
  verdict: Verdict;
  onClose: () => void;
}

const LONGEST = 200;

/** Says once more what is about to happen, and takes the reason, which stands in the event. */
export function JudgeForm({ one, verdict, onClose }: Props) {
  const { t } = useTranslation(['payouts', 'shell']);
  const formats = useFormats();
  const judge = useJudgeWithdrawal(one.order_id);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const needed = verdict === 'reject';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = reason.trim();
    setMissing(needed && said === '');
    if (needed && said === '') return;
    judge.mutate(
      { verdict, reason: said },
      {
        onSuccess: ({ approved }) => {
          const done = verdict === 'approve' && !approved ? 'judge.done.first' : `judge.done.${verdict}`;
          notifications.show({ color: 'green', message: t(done as `judge.done.${Verdict}`) });
          onClose();
        },
      },
    );
  };
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={t(`judge.${verdict}`)}>
      <Stack gap="sm">
        <Text fw={650}>
          {t(`judge.about.${verdict}`, { name: one.name, amount: formats.money(one.pay_amount) })}
        </Text>
        <Textarea
          label={t(needed ? 'judge.reason' : 'judge.note')}
          description={t(needed ? 'judge.reasonHint' : 'judge.noteHint')}
          required={needed}
          autosize
          minRows={2}
          maxLength={LONGEST}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={missing && reason.trim() === '' ? t('judge.needed') : undefined}
        />
        {judge.error !== null && (
          <Alert role="alert" color="red" radius="lg">
            {sentenceOf(judge.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:action.back')}
          </Button>
          <Button type="submit" loading={judge.isPending} {...(needed && { color: 'red.9' })}>
            {t(`judge.${verdict}`)}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
