import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconciledItem } from '#services/api/contract/finance-statements.ts';
import { useJudgeDifference } from '../../api/reconciliation.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useFormats } from '../../language/use-formats.ts';

interface Props {
  item: ReconciledItem;
  /** Closed without one. */
  asked: 'resolve' | 'reopen' | undefined;
  onClose: () => void;
}

const LONGEST = 200;

/** Takes the reason, which stands in the event; and whether the books take the provider's word. */
export function ResolveDialog({ item, asked, onClose }: Props) {
  const { t } = useTranslation(['reconciliation', 'shell']);
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={asked && t(`judge.${asked}`)}
      closeButtonProps={{ 'aria-label': t('shell:action.close') }}
    >
      {asked !== undefined && <Form item={item} asked={asked} onClose={onClose} />}
    </Modal>
  );
}

/** Which account a difference is written off from: what a line has booked already is right at the provider's. */
const correctedBy = (kind: ReconciledItem['kind']): 'provider' | 'bank' | 'chargeback' =>
  kind === 'payout' ? 'bank' : kind === 'dispute' ? 'chargeback' : 'provider';

function Form({ item, asked, onClose }: Props & { asked: 'resolve' | 'reopen' }) {
  const { t } = useTranslation(['reconciliation', 'shell']);
  const formats = useFormats();
  const judge = useJudgeDifference(item);
  const [reason, setReason] = useState('');
  const [writeOff, setWriteOff] = useState(false);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = reason.trim();
    setMissing(said === '');
    if (said === '') return;
    judge.mutate(
      { reason: said, write_off: asked === 'reopen' ? null : writeOff },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t(`judge.done.${asked}`) });
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text>{t(`judge.about.${asked}`, { amount: formats.money(item.difference) })}</Text>
        <Textarea
          label={t('judge.reason')}
          description={t('judge.reasonHint')}
          required
          autosize
          minRows={2}
          maxLength={LONGEST}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={missing && reason.trim() === '' ? t('judge.needed') : undefined}
        />
        {asked === 'resolve' && (
          <Checkbox
            label={t('judge.writeOff', { amount: formats.money(item.difference) })}
            description={t(`judge.writeOffHint.${correctedBy(item.kind)}`)}
            checked={writeOff}
            onChange={({ currentTarget }) => setWriteOff(currentTarget.checked)}
          />
        )}
        {judge.error !== null && (
          <Alert role="alert" color="red" radius="lg">
            {sentenceOf(judge.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:action.back')}
          </Button>
          <Button type="submit" loading={judge.isPending}>
            {t(`judge.${asked}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
