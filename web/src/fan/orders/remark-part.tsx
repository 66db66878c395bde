import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateOrderRemark } from '#services/contract/orders/after-payment.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { useCall } from '../../api/queries.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';

const MAX_LENGTH = 500;

/** The fan's remark, with the form to change it once. */
export function RemarkPart({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-after-payment');
  const [open, setOpen] = useState(false);
  const { remark, may } = order;
  if (remark === '' && !may.change_remark) return null;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">{t('remark.title')}</Text>
        {may.change_remark && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            {t(remark === '' ? 'remark.add' : 'remark.edit')}
          </Button>
        )}
      </Group>
      <Text
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
        c={remark === '' ? 'dimmed' : undefined}
      >
        {remark === '' ? t('remark.none') : remark}
      </Text>
      <RemarkDialog order={order} opened={open} onClose={() => setOpen(false)} />
    </div>
  );
}

interface Props {
  order: OrderDetail;
  opened: boolean;
  onClose: () => void;
}

function RemarkDialog({ order, opened, onClose }: Props) {
  const { t } = useTranslation(['orders-after-payment', 'shell']);
  return (
    <Modal opened={opened} onClose={onClose} title={t('remark.editOf')}>
      {opened && <RemarkForm order={order} onClose={onClose} />}
    </Modal>
  );
}

function RemarkForm({ order, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['orders-after-payment', 'shell']);
  const form = useServerForm({
    initialValues: { remark: order.remark },
    send: useCall(updateOrderRemark, { quiet: true }),
    requestOf: ({ remark }) => ({ out_trade_no: order.out_trade_no, remark }),
    saved: t('remark.done'),
    onDone: onClose,
  });
  return (
    <ServerForm
      form={form}
      submit={t('shell:action.save')}
      button={{ disabled: form.values.remark.trim() === order.remark }}
      onCancel={onClose}
    >
      <Textarea
        aria-label={t('remark.title')}
        description={t('remark.once')}
        minRows={3}
        maxRows={8}
        maxLength={MAX_LENGTH}
        data-autofocus
        {...form.getInputProps('remark')}
      />
    </ServerForm>
  );
}
