import { Select, Textarea } from '@mantine/core';
import { REPORT_TOPICS, type ReportTopic } from '#events/status.ts';
import { MAX_REPORT, reportPost } from '#services/contract/content/post-reports.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { useLocale } from '../../../language/use-locale.ts';

interface Props {
  post_id: string;
  onDone: () => void;
}

/** Why a reader reports a post. */
export function ReportForm({ post_id, onDone }: Props) {
  const { t } = useLocale('relations-blocks');
  const form = useServerForm({
    initialValues: { topic: 'spam' as ReportTopic, reason: '' },
    send: useCall(reportPost, { quiet: true, refresh: false }),
    requestOf: ({ topic, reason }) => ({ post_id, topic, reason: reason.trim() }),
    saved: t('report.done'),
    onDone,
    toasts: true,
  });
  return (
    <ServerForm form={form} submit={t('report.submit')}>
      <Select
        label={t('report.topic')}
        allowDeselect={false}
        data={REPORT_TOPICS.map((value) => ({ value, label: t(`report.topics.${value}`) }))}
        {...form.getInputProps('topic')}
      />
      <Textarea
        label={t('report.reason')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_REPORT}
        {...form.getInputProps('reason')}
      />
    </ServerForm>
  );
}
