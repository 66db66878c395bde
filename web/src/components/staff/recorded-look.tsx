import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../app/queries.ts';

const LONGEST = 200;

interface Props {
  title: string;
  why: string;
  hint: string;
  show: string;
  looking: boolean;
  error: Error | null;
  /** Called with the reason, which is never empty. */
  onLook: (reason: string) => void;
}

/** Personal data is shown on request only: each look is recorded with its reason, which is entered here. */
export function RecordedLook({ title, why, hint, show, looking, error, onLook }: Props) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') onLook(reason.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Text fw={650}>{title}</Text>
        <Group gap="xs" align="flex-end">
          <TextInput
            flex="1 1 200px"
            label={why}
            description={hint}
            maxLength={LONGEST}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconEye size={18} aria-hidden />}
            loading={looking}
            disabled={reason.trim() === ''}
          >
            {show}
          </Button>
        </Group>
        {error !== null && (
          <Alert role="alert" color="red">
            {sentenceOf(error)}
          </Alert>
        )}
      </Stack>
    </form>
  );
}
