import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ORDER_STATUS } from '#events/status.ts';
import { type OrderToRefund, type PreviewedRefund, previewRefund } from '#services/contract/refunds/calls.ts';
import { useCall } from '../../api/queries.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { ChoiceFields } from '../../components/refunds/choice-fields.tsx';
import { requestOf } from '../../components/refunds/refund-choice.ts';
import {
  type Refunded,
  type RefundFormState,
  useRefundForm,
} from '../../components/refunds/use-refund-form.ts';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf } from '../frame/as-of.ts';
import { ConfirmForm } from './confirm-form.tsx';

/** The refunds made on this page. */
interface MadeRefunds {
  times: number;
  last?: Refunded;
}

/** The refund of an order: content, effects and reason; or why nothing can be refunded. */
export function RefundPart({ order }: { order: OrderToRefund }) {
  const { t } = useLocale('finance');
  const as_of = useAsOf();
  const [done, setDone] = useState<MadeRefunds>({ times: 0 });
  const { status, may_refund, provider } = order;
  const nothing =
    as_of !== undefined
      ? 'inThePast'
      : status !== ORDER_STATUS.success
        ? 'unpaid'
        : may_refund
          ? undefined
          : Number(order.refundable_amount) > 0
            ? 'own'
            : 'allBack';
  return (
    <Section title={t('refunds.refund')} text={t('refunds.refundText')}>
      {done.last !== undefined && <Done order={order} refund={done.last} />}
      {provider === 'import' && (
        <Alert color="orange" radius="lg">
          {t('refunds.imported')}
        </Alert>
      )}
      {nothing === undefined ? (
        // After an own refund the choice is reset; a refund by another person does not reset it.
        <Steps
          key={done.times}
          order={order}
          onBegin={() => setDone(({ times }) => ({ times }))}
          onDone={(last) => setDone(({ times }) => ({ times: times + 1, last }))}
        />
      ) : (
        <Text c="dimmed">{t(`refunds.${nothing}`)}</Text>
      )}
    </Section>
  );
}

/** The last refund, and its position in the log. */
function Done({ order: { out_trade_no, refunds }, refund }: { order: OrderToRefund; refund: Refunded }) {
  const { t, formats } = useLocale(['finance', 'audit-event']);
  const { amount, waits } = refund;
  const position = refunds.findLast(({ by }) => by === 'finance')?.position;
  return (
    <Alert role="status" color="green" radius="lg" icon={<IconReceiptRefund aria-hidden />}>
      <Text>{t(waits ? 'refunds.asked' : 'refunds.done', { amount: formats.money(amount) })}</Text>
      <Group gap="md" mt={4}>
        <AnchorLink to="/finance/trace" search={{ out_trade_no }} underline="always">
          {t('refunds.trace')}
        </AnchorLink>
        {!waits && position !== undefined && (
          <AnchorLink to="/finance/audit" search={{ proof: String(position) }} underline="always">
            {t('audit-event:position', { position })}
          </AnchorLink>
        )}
      </Group>
    </Alert>
  );
}

interface StepsProps {
  order: OrderToRefund;
  onBegin: () => void;
  onDone: (done: Refunded) => void;
}

/** First the content, then effects and reason. After a change it is chosen again. */
function Steps({ order, onBegin, onDone }: StepsProps) {
  const form = useRefundForm(order, order.tickets);
  const [preview, setPreview] = useState<PreviewedRefund>();
  const [moved, setMoved] = useState(false);
  if (preview !== undefined) {
    return (
      <ConfirmForm
        form={form}
        preview={preview}
        onBack={(has_moved) => {
          form.refund.reset();
          setMoved(has_moved);
          setPreview(undefined);
        }}
        onDone={onDone}
      />
    );
  }
  return (
    <Choose
      form={form}
      moved={moved}
      onNext={(previewed) => {
        onBegin();
        setPreview(previewed);
      }}
    />
  );
}

interface ChooseProps {
  form: RefundFormState<OrderToRefund>;
  /** The preview is outdated. */
  moved: boolean;
  onNext: (preview: PreviewedRefund) => void;
}

/** The content of the refund. The server computes its effects, or refuses it by field. */
function Choose({ form, moved, onNext }: ChooseProps) {
  const { t } = useLocale(['finance', 'refunds']);
  const ask = useCall(previewRefund, { quiet: true, refresh: false });
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (form.wrong !== undefined) return;
    const { reason: _later, ...refund } = requestOf(form.order, form.choice, form.amount);
    ask.mutate(refund, { onSuccess: onNext });
  };
  const refused = {
    amount: fieldRefusal(ask.error, 'amount'),
    parts: fieldRefusal(ask.error, 'units') ?? fieldRefusal(ask.error, 'ticket_ids'),
  };
  const elsewhere = refused.amount === undefined && refused.parts === undefined;
  return (
    <form noValidate onSubmit={submit} onChange={() => ask.reset()}>
      <Stack gap="md" maw={560}>
        {moved && (
          <Alert role="alert" color="orange" radius="lg">
            {t('refunds.moved')}
          </Alert>
        )}
        <ChoiceFields form={form} tried={tried} refused={refused} />
        {ask.error !== null && elsewhere && (
          <Alert role="alert" color="red" radius="lg">
            {sentenceOf(ask.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={ask.isPending}>
            {t('refunds.preview')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
