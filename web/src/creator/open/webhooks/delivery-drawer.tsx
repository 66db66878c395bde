import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getWebhookDelivery, replayWebhookDelivery } from '#services/contract/open/webhooks.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { CodeBlock } from '../code-block.tsx';
import { useTopic } from './use-topic.ts';

const WIDTH = 560;

interface Props {
  /** Closed without one. */
  delivery_id: number | undefined;
  onClose: () => void;
}

/** One call: its body, written again, and the response; sends it again. */
export function DeliveryDrawer({ delivery_id, onClose }: Props) {
  const { t } = useLocale('open-webhooks');
  return (
    <SideDrawer
      title={delivery_id === undefined ? undefined : t('log.title')}
      width={WIDTH}
      onClose={onClose}
    >
      {delivery_id !== undefined && <Details delivery_id={delivery_id} />}
    </SideDrawer>
  );
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

function Details({ delivery_id }: { delivery_id: number }) {
  const { t, formats } = useLocale('open-webhooks');
  const topicOf = useTopic();
  const query = useQuery(queryOf(getWebhookDelivery, { delivery_id }));
  const again = useCall(replayWebhookDelivery, {
    onSuccess: () => notifications.show({ color: 'green', message: t('log.sent') }),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton height={400} />}>
      {({ topic, body, answer, failure, status, due_time, state }) => (
        <Stack gap="md">
          <Text fw={600}>{topicOf(topic)}</Text>
          <Text>{failure === '' ? t(`result.${state}`) : t(`failure.${failure}`, { status })}</Text>
          {due_time !== null && <Text c="dimmed">{t('log.next', { time: formats.dateTime(due_time) })}</Text>}
          <Button
            style={{ alignSelf: 'start' }}
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate({ delivery_id })}
          >
            {t('log.again')}
          </Button>
          <Text fw={600}>{t('log.body')}</Text>
          {body === '' ? (
            <Text c="dimmed">{t('log.gone')}</Text>
          ) : (
            <CodeBlock text={indented(body)} label={t('log.body')} />
          )}
          <Text fw={600}>{t('log.answer')}</Text>
          {answer === '' ? (
            <Text c="dimmed">{t('log.noAnswer')}</Text>
          ) : (
            <CodeBlock text={answer} label={t('log.answer')} wraps />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
