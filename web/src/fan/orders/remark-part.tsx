import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#services/api/orders/contract/order-detail.ts';
import { useChangeRemark } from '../../api/order-detail.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';

const LONGEST = 500;

/** What the fan wrote with the order, with the way to change it once. */
export function RemarkPart({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('after');
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
  const { t } = useTranslation(['after', 'shell']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('remark.editOf')}
      closeButtonProps={{ 'aria-label': t('shell:action.close') }}
    >
      {opened && <RemarkForm order={order} onClose={onClose} />}
    </Modal>
  );
}

function RemarkForm({ order, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['after', 'shell']);
  const change = useChangeRemark();
  const [remark, setRemark] = useState(order.remark);
  const fieldError = fieldRefusal(change.error, 'remark');
  const save = () =>
    change.mutate(
      { out_trade_no: order.out_trade_no, remark },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('remark.done') });
          onClose();
        },
      },
    );
  return (
    <Stack gap="md">
      <Textarea
        aria-label={t('remark.title')}
        description={t('remark.once')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LONGEST}
        data-autofocus
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
        error={fieldError}
      />
      {change.error !== null && fieldError === undefined && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {sentenceOf(change.error)}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('shell:action.cancel')}
        </Button>
        <Button onClick={save} loading={change.isPending} disabled={remark.trim() === order.remark}>
          {t('shell:action.save')}
        </Button>
      </Group>
    </Stack>
  );
}
