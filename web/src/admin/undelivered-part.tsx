import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  dismissMessage,
  listUndeliveredMessages,
  retryMessage,
  type UndeliveredMessages,
} from '#services/contract/messages/calls.ts';
import { queryOf, useCall } from '../api/queries.ts';
import { Pages } from '../components/pages.tsx';
import { Section } from '../components/section.tsx';
import type { Column } from '../components/table/columns.ts';
import { DataTable } from '../components/table/data-table.tsx';

/** No event announces a failed message. */
const POLL_MS = 30_000;

type Message = UndeliveredMessages['list'][number];

/** Causes of our own; others are words of the mail server or the network. */
const CAUSES = ['EXPIRED', 'UNREADABLE'] as const;

/** Messages that could not be delivered; nothing is shown while there are none. */
export function UndeliveredPart() {
  const { t } = useTranslation('staff');
  const [page, setPage] = useState(1);
  const { data } = useQuery(queryOf(listUndeliveredMessages, { page }, { refetchInterval: POLL_MS }));
  if (!data || data.total_count === 0) return null;
  const columns: Column<Message>[] = [
    {
      id: 'message',
      head: t('undelivered.message'),
      value: ({ template }) => t(`undelivered.kind.${template}`),
    },
    {
      id: 'failure',
      head: t('undelivered.failure'),
      value({ failure }) {
        const own = CAUSES.find((cause) => cause === failure);
        return own === undefined ? failure : t(`undelivered.cause.${own}`);
      },
    },
    { id: 'attempts', head: t('undelivered.attempts'), kind: 'count', value: ({ attempts }) => attempts },
    { id: 'time', head: t('undelivered.time'), kind: 'time', value: ({ failed_time }) => failed_time },
  ];
  return (
    <Section title={t('undelivered.title')} text={t('undelivered.text', { count: data.total_count })}>
      <DataTable
        part="messages_"
        label={t('undelivered.title')}
        columns={columns}
        rows={data.list}
        paged={data.list.length < data.total_count}
        rowKey={({ message_id }) => String(message_id)}
        actions={(message) => <Settle messages={[message]} />}
        bulk={(chosen, clear) => <Settle messages={chosen} onDone={clear} />}
      />
      <Pages total={data.total_count} page={page} onPage={setPage} />
    </Section>
  );
}

/** Sends messages again, or gives them up. */
function Settle({ messages, onDone }: { messages: readonly Message[]; onDone?: () => void }) {
  const { t } = useTranslation('staff');
  const [retry, dismiss] = [useCall(retryMessage), useCall(dismissMessage)];
  const retried = messages.filter(({ can_retry }) => can_retry);
  const settle = async (how: typeof retry, those: readonly Message[], message: string) => {
    for (const { message_id } of those) await how.mutateAsync({ message_id });
    notifications.show({ color: 'green', message });
    onDone?.();
  };
  // The query client shows a refusal; earlier messages are done.
  const start = (...args: Parameters<typeof settle>) => void settle(...args).catch(() => undefined);
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {retried.length > 0 && (
        <Button
          size="xs"
          variant="light"
          loading={retry.isPending}
          onClick={() => start(retry, retried, t('undelivered.retried'))}
        >
          {t('undelivered.retry')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={dismiss.isPending}
        onClick={() => start(dismiss, messages, t('undelivered.dismissed'))}
      >
        {t('undelivered.dismiss')}
      </Button>
    </Group>
  );
}
