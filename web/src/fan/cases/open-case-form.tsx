import { Group, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CASE_KINDS, CASE_REASONS } from '#events/status.ts';
import { MAX_CASE_TEXT, openCase } from '#services/contract/cases/cases.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { useCall } from '../../api/queries.ts';
import { useCasePictures } from '../../components/cases/use-case-pictures.tsx';
import { CountField } from '../../components/forms/count-field.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { unitsLeft } from '../../components/refunds/refund-choice.ts';

type Input = InputOf<typeof openCase>;
interface Values {
  kind: Input['kind'];
  topic: Input['topic'] | null;
  counts: Record<string, number>;
  text: string;
}

/** What the fan asks for: money back or help, which lines, why. */
export function OpenCaseForm({ order, onDone }: { order: OrderDetail; onDone: () => void }) {
  const { t } = useTranslation(['cases', 'shell']);
  const lines = order.sku_detail.filter((line) => unitsLeft(line) > 0);
  const initialValues: Values = {
    kind: Number(order.refundable_amount) > 0 ? 'refund' : 'help',
    topic: null,
    counts: {},
    text: '',
  };
  const pictures = useCasePictures();
  const form = useServerForm({
    initialValues,
    validate: { topic: (value) => (value === null ? t('topicMissing') : null) },
    send: useCall(openCase, { quiet: true }),
    requestOf: ({ kind, topic, counts, text }) => ({
      out_trade_no: order.out_trade_no,
      kind,
      topic: topic ?? 'other',
      sku: Object.entries(counts).flatMap(([sku_id, count]) => (count > 0 ? [{ sku_id, count }] : [])),
      text,
      pics: pictures.pics,
    }),
    saved: t('done.open'),
    onDone,
  });
  const { counts } = form.values;
  return (
    <ServerForm form={form} submit={t('action.open')} button={{ disabled: pictures.areComing }}>
      <Radio.Group label={t('kindLabel')} {...form.getInputProps('kind')}>
        <Group mt="xs">
          {CASE_KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={t(`kind.${kind}`)} />
          ))}
        </Group>
      </Radio.Group>
      <Select
        label={t('topicLabel')}
        placeholder={t('topicChoose')}
        data={CASE_REASONS.map((topic) => ({ value: topic, label: t(`topic.${topic}`) }))}
        {...form.getInputProps('topic')}
      />
      {lines.length > 0 && (
        <Stack gap="xs">
          <Text className="hint">{t('linesHint')}</Text>
          {lines.map((line) => (
            <Group key={line.sku_id} justify="space-between" wrap="nowrap">
              <Text style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{line.name}</Text>
              <CountField
                label={line.name}
                value={counts[line.sku_id] ?? 0}
                min={0}
                max={unitsLeft(line)}
                onChange={(count) => form.setFieldValue('counts', { ...counts, [line.sku_id]: count })}
              />
            </Group>
          ))}
        </Stack>
      )}
      <Textarea
        label={t('textLabel')}
        description={t('textHint')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MAX_CASE_TEXT}
        {...form.getInputProps('text')}
      />
      {pictures.field}
    </ServerForm>
  );
}
