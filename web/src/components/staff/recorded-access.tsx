import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { ServerForm } from '../forms/server-form.tsx';
import { type Sending, useServerForm } from '../forms/use-server-form.ts';

const MAX_LENGTH = 200;

interface Props<Sent, Answer> {
  title: string;
  why: string;
  hint: string;
  show: string;
  send: Sending<Sent, Answer>;
  /** The request with the reason, which is never empty. */
  requestOf: (reason: string) => Sent;
}

/** Personal data is shown on request only: each look is recorded with its reason, which is entered here. */
export function RecordedAccess<Sent, Answer>(props: Props<Sent, Answer>) {
  const { title, why, hint, show, send, requestOf } = props;
  const form = useServerForm({
    initialValues: { reason: '' },
    send,
    requestOf: ({ reason }) => requestOf(reason.trim()),
  });
  return (
    <ServerForm form={form} gap="xs">
      <Text fw={650}>{title}</Text>
      <Group gap="xs" align="flex-end">
        <TextInput
          flex="1 1 200px"
          label={why}
          description={hint}
          maxLength={MAX_LENGTH}
          {...form.getInputProps('reason')}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          loading={form.sending}
          disabled={form.values.reason.trim() === ''}
        >
          {show}
        </Button>
      </Group>
    </ServerForm>
  );
}
