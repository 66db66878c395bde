import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UndeliveredMessages } from '#services/api/messages/contract.ts';
import { adminPages, undeliveredQuery, useSettleMessage } from '../api/admin.ts';
import { Pages } from '../components/pages.tsx';
import { Section } from '../components/section.tsx';
import { useFormats } from '../language/use-formats.ts';

/** Messages that could not be delivered; nothing is shown while there are none. */
export function UndeliveredPart() {
  const { t } = useTranslation('staff');
  const [page, setPage] = useState(1);
  const { data } = useQuery(undeliveredQuery(page));
  if (!data || data.total_count === 0) return null;
  return (
    <Section title={t('undelivered.title')} text={t('undelivered.text', { count: data.total_count })}>
      <Stack component="ul" gap="sm" m={0} p={0}>
        {data.list.map((message) => (
          <Row key={message.message_id} message={message} />
        ))}
      </Stack>
      <Pages total={adminPages(data.total_count)} page={page} onPage={setPage} />
    </Section>
  );
}

function Row({ message }: { message: UndeliveredMessages['list'][number] }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const [retry, dismiss] = [useSettleMessage('retry'), useSettleMessage('dismiss')];
  const { message_id, template, failed_time, attempts, failure, can_retry } = message;
  const told = (text: string) => () => notifications.show({ color: 'green', message: text });
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <Text fw={650}>{t(`undelivered.kind.${template}`)}</Text>
        <Text size="sm" c="dimmed" className="figures">
          {t('undelivered.why', { failure, count: attempts, time: formats.dateTime(failed_time) })}
        </Text>
      </div>
      <Group gap="xs">
        {can_retry && (
          <Button
            size="xs"
            variant="light"
            loading={retry.isPending}
            onClick={() => retry.mutate(message_id, { onSuccess: told(t('undelivered.retried')) })}
          >
            {t('undelivered.retry')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate(message_id, { onSuccess: told(t('undelivered.dismissed')) })}
        >
          {t('undelivered.dismiss')}
        </Button>
      </Group>
    </Group>
  );
}
