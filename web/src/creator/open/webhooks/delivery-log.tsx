import { Badge, SegmentedControl, Stack } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listWebhookDeliveries,
  WEBHOOK_STATES,
  type Webhook,
  type WebhookDelivery,
} from '#services/contract/open/webhooks.ts';
import { queryOf } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { TablePage } from '../../../components/table/table-page.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { hostOf, useTopic } from './use-topic.ts';

/** New calls appear while the page is open. */
const RECHECK_MS = 5_000;
const COLORS = { waiting: 'gray', delivered: 'green', failed: 'red' } as const;

/** The calls of the creator's webhooks, newest first; a row opens body and response. */
export function DeliveryLog({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('open-webhooks');
  const topicOf = useTopic();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<WebhookDelivery['state'] | 'all'>('all');
  const [opened, setOpened] = useState<number>();
  const subjectOf = ({ subject, position }: WebhookDelivery) => (position === 0 ? t('log.test') : subject);
  const resultOf = ({ state: result, failure, status }: WebhookDelivery) =>
    failure === '' ? t(`result.${result}`) : t(`failure.${failure}`, { status });
  const hosts = new Map(webhooks.map(({ webhook_id, url }) => [webhook_id, hostOf(url)]));
  const columns: Column<WebhookDelivery>[] = [
    { id: 'subject', head: t('log.subject'), kind: 'text', value: subjectOf },
    {
      id: 'url',
      head: t('url'),
      value: ({ webhook_id }) => hosts.get(webhook_id) ?? '',
    },
    { id: 'topic', head: t('log.topic'), value: ({ topic }) => topicOf(topic) },
    { id: 'time', head: t('log.time'), kind: 'time', value: ({ time }) => time },
    {
      id: 'result',
      head: t('log.result'),
      kind: 'status',
      value: resultOf,
      cell: (delivery) => (
        <Badge
          tt="none"
          color={delivery.failure === '' ? COLORS[delivery.state] : 'red'}
          style={{ height: 'auto', whiteSpace: 'normal' }}
        >
          {resultOf(delivery)}
        </Badge>
      ),
    },
    { id: 'attempts', head: t('log.attempts'), kind: 'count', value: ({ attempts }) => attempts },
    { id: 'ms', head: t('log.ms'), kind: 'count', value: ({ ms }) => ms, optional: true },
  ];
  const filter = state === 'all' ? {} : { state };
  return (
    <Section title={t('log.title')} text={t('log.text')}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('log.filter')}
          style={{ alignSelf: 'start' }}
          value={state}
          onChange={(value) => {
            setPage(1);
            setState(WEBHOOK_STATES.find((one) => one === value) ?? 'all');
          }}
          data={[
            { value: 'all', label: t('log.all') },
            ...WEBHOOK_STATES.map((value) => ({ value, label: t(`result.${value}`) })),
          ]}
        />
        <TablePage
          label={t('log.title')}
          columns={columns}
          part="delivery"
          rowKey={({ delivery_id }) => String(delivery_id)}
          onOpen={({ delivery_id }) => setOpened(delivery_id)}
          openLabel={(delivery) => t('log.open', { subject: subjectOf(delivery) })}
          queryOf={(at) =>
            queryOf(listWebhookDeliveries, { page: at, ...filter }, { refetchInterval: RECHECK_MS })
          }
          page={page}
          onPage={setPage}
          small
          nothing={{
            icon: <IconListDetails aria-hidden />,
            title: t('log.empty'),
            text: t('log.emptyText'),
          }}
        />
      </Stack>
      <DeliveryDrawer delivery_id={opened} onClose={() => setOpened(undefined)} />
    </Section>
  );
}
