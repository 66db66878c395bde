import { Alert, Checkbox, Modal, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_TOPICS, type WebhookTopic } from '#services/contract/open/topics.ts';
import { createWebhook, editWebhook, type Webhook } from '#services/contract/open/webhooks.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { useTopic } from './use-topic.ts';

const MAX_URL_LENGTH = 2_000;

interface Props {
  /** Closed without one. */
  subject: 'new' | Webhook | undefined;
  onClose: () => void;
  onMade: (secret: string) => void;
}

/** Adds or changes an address and its topics. */
export function WebhookForm({ subject, onClose, onMade }: Props) {
  const { t } = useTranslation('open-webhooks');
  return (
    <Modal opened={subject !== undefined} onClose={onClose} title={t(subject === 'new' ? 'create' : 'edit')}>
      {subject === 'new' && <CreateForm onClose={onClose} onMade={onMade} />}
      {typeof subject === 'object' && <EditForm webhook={subject} onClose={onClose} />}
    </Modal>
  );
}

function CreateForm({ onClose, onMade }: Omit<Props, 'subject'>) {
  const { t } = useTranslation('open-webhooks');
  const form = useServerForm({
    initialValues: { url: '', topics: ['order'] as WebhookTopic[] },
    send: useCall(createWebhook, { quiet: true }),
    requestOf: (values) => values,
    onDone: ({ secret }) => {
      onClose();
      onMade(secret);
    },
  });
  return (
    <ServerForm form={form} submit={t('create')} onCancel={onClose}>
      <Fields form={form} />
    </ServerForm>
  );
}

function EditForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('open-webhooks');
  const { webhook_id, url } = webhook;
  const topics = WEBHOOK_TOPICS.filter((topic) => webhook.topics.includes(topic));
  const form = useServerForm({
    initialValues: { url, topics },
    send: useCall(editWebhook, { quiet: true, tells: true }),
    requestOf: (values) => ({ ...values, webhook_id }),
    onDone: onClose,
  });
  return (
    <ServerForm form={form} submit={t('save')} onCancel={onClose}>
      <Fields form={form} />
    </ServerForm>
  );
}

type Form = Pick<
  ReturnType<typeof useServerForm<{ url: string; topics: WebhookTopic[] }, never, never>>,
  'getInputProps' | 'values'
>;

function Fields({ form }: { form: Form }) {
  const { t } = useTranslation('open-webhooks');
  const topicOf = useTopic();
  return (
    <>
      <TextInput
        label={t('url')}
        placeholder={t('urlHint')}
        type="url"
        inputMode="url"
        maxLength={MAX_URL_LENGTH}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      {/^http:/i.test(form.values.url) && <Alert color="orange">{t('plainHttp')}</Alert>}
      <Checkbox.Group label={t('topics')} {...form.getInputProps('topics')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="xs">
          {WEBHOOK_TOPICS.map((topic) => (
            <Checkbox key={topic} value={topic} label={topicOf(topic)} description={topic} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </>
  );
}
