import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFields } from '../../components/refunds/choice-fields.tsx';
import type { RefundFormState } from '../../components/refunds/use-refund-form.ts';

const MAX_REASON_LENGTH = 200;

interface Props {
  form: RefundFormState;
  onNext: () => void;
  onCancel: () => void;
}

/** The content of the refund (everything, units, tickets or an amount), and its reason. */
export function RefundForm({ form, onNext, onCancel }: Props) {
  const { t } = useTranslation(['refunds', 'shell']);
  // Errors are shown only after the first attempt to submit.
  const [tried, setTried] = useState(false);
  const { choice, wrong, change } = form;
  const next = () => {
    setTried(true);
    if (wrong === undefined) onNext();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Stack gap="md">
        <ChoiceFields form={form} tried={tried} />
        <Textarea
          label={t('reason')}
          description={t('reasonHint')}
          maxRows={6}
          maxLength={MAX_REASON_LENGTH}
          value={choice.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('shell:action.cancel')}
          </Button>
          <Button type="submit">{t('next')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
