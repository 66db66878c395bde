import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';

const LONGEST = 200;

interface Props {
  /** The description of the action. */
  about: ReactNode;
  /** The form's own, where several may be open. */
  name?: string;
  /** Label of the text: by default a reason, or an optional note. */
  label?: string;
  /** Who reads the reason later. */
  hint: string;
  /** The button of the action, named by the action. */
  yes: string;
  /** It takes something away. */
  grave?: boolean;
  /** False where a reason may be left out. */
  needed?: boolean;
  busy: boolean;
  error: Error | null;
  /** Called with the reason, trimmed; never empty where one is needed. */
  onYes: (reason: string) => void;
  onClose: () => void;
  /** Further fields of the action. */
  children?: ReactNode;
}

/** Describes the action and takes its reason, which is recorded. */
export function ReasonForm(props: Props) {
  const {
    about,
    name,
    label,
    hint,
    yes,
    grave,
    needed = true,
    busy,
    error,
    onYes,
    onClose,
    children,
  } = props;
  const { t } = useTranslation(['staff', 'shell']);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = reason.trim();
    setMissing(needed && said === '');
    if (!needed || said !== '') onYes(said);
  };
  const wrong = fieldRefusal(error, 'reason');
  return (
    <form onSubmit={submit} noValidate aria-label={name}>
      <Stack gap="sm">
        {typeof about === 'string' ? <Text>{about}</Text> : about}
        <Textarea
          label={label ?? t(needed ? 'reason.label' : 'reason.note')}
          description={hint}
          required={needed}
          autosize
          minRows={2}
          maxLength={LONGEST}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={missing && reason.trim() === '' ? t('reason.needed') : wrong}
        />
        {children}
        {error !== null && wrong === undefined && (
          <Alert role="alert" color="red" radius="lg">
            {sentenceOf(error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:action.back')}
          </Button>
          <Button type="submit" loading={busy} {...(grave && { color: 'red.9' })}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
