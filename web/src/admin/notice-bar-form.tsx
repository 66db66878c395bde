import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type NoticeBarAnswer, writeNoticeBar } from '#services/contract/notices/notice-bars.ts';
import { useCall } from '../api/queries.ts';
import { DateField } from '../components/forms/date-field.tsx';
import { ServerForm } from '../components/forms/server-form.tsx';
import { useServerForm } from '../components/forms/use-server-form.ts';
import { zonedSeconds, zonedText } from '../language/zone.ts';

const DAY = 86_400;

interface Props {
  /** Undefined: a new one. */
  bar: NoticeBarAnswer | undefined;
  onClose: () => void;
}

/** Writes or edits a notice to everybody, in both languages and for a time. */
export function NoticeBarForm({ bar, onClose }: Props) {
  const { t } = useTranslation(['staff', 'shell']);
  const needed = (text: string) => (text.trim() === '' ? t('bars.needed') : null);
  const now = Math.floor(Date.now() / 1000);
  const form = useServerForm({
    initialValues: {
      text_zh: bar?.text_zh ?? '',
      text_en: bar?.text_en ?? '',
      path: bar?.path ?? '',
      begin_time: zonedText(bar?.begin_time ?? now),
      end_time: zonedText(bar?.end_time ?? now + DAY),
      reason: '',
    },
    validate: { text_zh: needed, text_en: needed, begin_time: needed, end_time: needed, reason: needed },
    send: useCall(writeNoticeBar, { quiet: true }),
    requestOf: ({ begin_time, end_time, ...texts }) => ({
      ...texts,
      ...(bar && { bar_id: bar.bar_id }),
      begin_time: zonedSeconds(begin_time) ?? 0,
      end_time: zonedSeconds(end_time) ?? 0,
    }),
    saved: t('bars.saved'),
    onDone: onClose,
  });
  return (
    <ServerForm
      form={form}
      gap="sm"
      submit={t('bars.save')}
      onCancel={onClose}
      cancel={t('shell:action.back')}
    >
      <TextInput
        label={t('bars.zh')}
        lang="zh-CN"
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('text_zh')}
      />
      <TextInput
        label={t('bars.en')}
        lang="en-US"
        required
        maxLength={200}
        {...form.getInputProps('text_en')}
      />
      <TextInput
        label={t('bars.path')}
        description={t('bars.pathHint')}
        maxLength={200}
        {...form.getInputProps('path')}
      />
      <Group grow align="flex-start">
        <DateField withTime required label={t('bars.begin')} {...form.getInputProps('begin_time')} />
        <DateField withTime required label={t('bars.end')} {...form.getInputProps('end_time')} />
      </Group>
      <TextInput
        label={t('reason.label')}
        description={t('reason.hint')}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </ServerForm>
  );
}
