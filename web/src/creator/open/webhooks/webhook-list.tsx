import { Alert, Badge, Button, Group, Menu, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCode, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  resumeWebhook,
  testWebhook,
  type Webhook,
} from '#services/contract/open/webhooks.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { Nothing } from '../../../components/collection.tsx';
import { useConfirm } from '../../../components/confirm.tsx';
import { DotsMenu } from '../../../components/dots-menu.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { CodeBlock } from '../code-block.tsx';
import { CodeTabs } from '../code-tabs.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { RECEIVERS } from './receivers.ts';
import { ReplayForm } from './replay-form.tsx';
import { hostOf, useTopic } from './use-topic.ts';
import { WebhookForm } from './webhook-form.tsx';

const MAX_WEBHOOKS = 10;
/** A pause or a replay changes without a call from this page. */
const RECHECK_MS = 15_000;

const COLORS = { active: 'green', failing: 'orange', paused: 'red' } as const;

function stateOf({ pause_time, failing_since }: Webhook): keyof typeof COLORS {
  if (pause_time !== null) return 'paused';
  return failing_since === null ? 'active' : 'failing';
}

const MAX_URL_LENGTH = 56;
/** Its beginning and its end, which tell addresses apart. */
const shortened = (url: string): string =>
  url.length <= MAX_URL_LENGTH ? url : `${url.slice(0, MAX_URL_LENGTH - 12)}…${url.slice(-8)}`;

/** The creator's webhooks: their addresses and the log of their calls. */
export function WebhookList() {
  const { t, formats } = useLocale('open-webhooks');
  const topicOf = useTopic();
  const webhooks = useQuery(queryOf(listWebhooks, {}, { refetchInterval: RECHECK_MS }));
  const [subject, setSubject] = useState<'new' | Webhook>();
  const [replayed, setReplayed] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const [programsOpen, setProgramsOpen] = useState(false);
  const { confirm, dialog } = useConfirm();
  const done = (message: string) => ({
    onSuccess: () => notifications.show({ color: 'green', message }),
  });
  const test = useCall(testWebhook, done(t('tested')));
  const resume = useCall(resumeWebhook, done(t('resumed')));
  const renew = useCall(renewWebhookSecret);
  const remove = useCall(deleteWebhook, done(t('deleted')));
  const busy = [test, resume, renew, remove].some(({ isPending }) => isPending);
  const own = webhooks.data?.list ?? [];

  const columns: Column<Webhook>[] = [
    {
      id: 'url',
      head: t('url'),
      kind: 'text',
      value: ({ url }) => url,
      cell: ({ url }) => <span title={url}>{shortened(url)}</span>,
    },
    {
      id: 'topics',
      head: t('topics'),
      kind: 'status',
      value: ({ topics }) => topics.map(topicOf).join(', '),
      cell: ({ topics }) => (
        <Group gap={4} maw={340}>
          {topics.map((topic) => (
            <Badge key={topic} color="gray" tt="none">
              {topicOf(topic)}
            </Badge>
          ))}
        </Group>
      ),
    },
    {
      id: 'state',
      head: t('state'),
      kind: 'status',
      value: (webhook) => t(stateOf(webhook)),
      cell: (webhook) => (
        <Group gap={4}>
          <Badge color={COLORS[stateOf(webhook)]}>{t(stateOf(webhook))}</Badge>
          {webhook.replaying && <Badge>{t('replaying')}</Badge>}
        </Group>
      ),
    },
  ];
  const actions = (webhook: Webhook) => {
    const { webhook_id, url } = webhook;
    const host = hostOf(url);
    return (
      <DotsMenu label={t('menu', { host })} busy={busy}>
        {webhook.pause_time !== null && (
          <Menu.Item onClick={() => resume.mutate({ webhook_id })}>{t('resume')}</Menu.Item>
        )}
        <Menu.Item onClick={() => test.mutate({ webhook_id })}>{t('test')}</Menu.Item>
        <Menu.Item onClick={() => setSubject(webhook)}>{t('edit')}</Menu.Item>
        <Menu.Item onClick={() => setReplayed(webhook)}>{t('replay.title')}</Menu.Item>
        <Menu.Item
          onClick={() =>
            confirm({
              text: t('renewAsk', { host }),
              yes: t('renew'),
              onYes: () =>
                renew.mutate({ webhook_id }, { onSuccess: (renewed) => setSecret(renewed.secret) }),
            })
          }
        >
          {t('renew')}
        </Menu.Item>
        <Menu.Item
          color="red"
          onClick={() =>
            confirm({
              text: t('deleteAsk', { host }),
              yes: t('delete'),
              onYes: () => remove.mutate({ webhook_id }),
            })
          }
        >
          {t('delete')}
        </Menu.Item>
      </DotsMenu>
    );
  };
  const create = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCode size={18} aria-hidden />}
        onClick={() => setProgramsOpen(true)}
      >
        {t('receiver.open')}
      </Button>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={own.length >= MAX_WEBHOOKS}
        onClick={() => setSubject('new')}
      >
        {t('create')}
      </Button>
    </Group>
  );
  const nothing = {
    icon: <IconWebhook aria-hidden />,
    title: t('empty'),
    text: t('emptyText'),
    action: create,
  };
  return (
    <>
      <Section title={t('title')} text={t('text')} aside={own.length > 0 && create}>
        <Loaded
          query={webhooks}
          skeleton={<Skeleton height={120} />}
          isEmpty={({ list }) => list.length === 0}
          empty={<Nothing nothing={nothing} small />}
        >
          {({ list }) => (
            <Stack gap="md">
              {list
                .filter((webhook) => stateOf(webhook) !== 'active')
                .map((webhook) => (
                  <Alert
                    key={webhook.webhook_id}
                    color={COLORS[stateOf(webhook)]}
                    title={hostOf(webhook.url)}
                  >
                    {webhook.pause_time === null
                      ? t('failingText', { time: formats.dateTime(webhook.failing_since ?? 0) })
                      : t('pausedText')}
                  </Alert>
                ))}
              <DataTable
                label={t('title')}
                columns={columns}
                rows={list}
                rowKey={({ webhook_id }) => webhook_id}
                plain
                paged={false}
                actions={actions}
              />
            </Stack>
          )}
        </Loaded>
        <WebhookForm subject={subject} onClose={() => setSubject(undefined)} onMade={setSecret} />
        <ReplayForm webhook={replayed} onClose={() => setReplayed(undefined)} />
        <Modal opened={secret !== undefined} onClose={() => setSecret(undefined)} title={t('secret')}>
          <Text size="sm" mb="md">
            {t('secretText')}
          </Text>
          <CodeBlock text={secret ?? ''} label={t('secret')} wraps />
        </Modal>
        <Modal
          opened={programsOpen}
          onClose={() => setProgramsOpen(false)}
          title={t('receiver.title')}
          size="xl"
        >
          <CodeTabs label={t('receiver.title')} text={t('receiver.text')} programs={RECEIVERS} />
        </Modal>
        {dialog}
      </Section>
      {own.length > 0 && <DeliveryLog webhooks={own} />}
    </>
  );
}
