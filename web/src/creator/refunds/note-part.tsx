import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import { updateCreatorRemark } from '#services/contract/orders/after-payment.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { useCall } from '../../api/queries.ts';
import { sentenceOf } from '../../app/queries.ts';

const MAX_LENGTH = 500;

/** The creator's note on a paid order, for herself only. */
export function NotePart({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('refunds');
  const [editing, setEditing] = useState(false);
  if (order.status !== ORDER_STATUS.success || order.creator_remark === null) return null;
  if (editing) return <NoteForm order={order} onClose={() => setEditing(false)} />;
  const none = order.creator_remark === '';
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">{t('note.title')}</Text>
        <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
          {t(none ? 'note.add' : 'note.edit')}
        </Button>
      </Group>
      <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }} c={none ? 'dimmed' : undefined}>
        {none ? t('note.none') : order.creator_remark}
      </Text>
    </div>
  );
}

function NoteForm({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation(['refunds', 'shell']);
  const note = useCall(updateCreatorRemark, { quiet: true });
  const [remark, setRemark] = useState(order.creator_remark ?? '');
  const save = () =>
    note.mutate(
      { out_trade_no: order.out_trade_no, remark },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('note.done') });
          onClose();
        },
      },
    );
  return (
    <Stack gap="xs">
      <Textarea
        label={t('note.title')}
        description={t('note.hint')}
        maxRows={8}
        maxLength={MAX_LENGTH}
        autoFocus
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
        error={note.error === null ? undefined : sentenceOf(note.error)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={onClose}>
          {t('shell:action.cancel')}
        </Button>
        <Button size="xs" loading={note.isPending} onClick={save}>
          {t('shell:action.save')}
        </Button>
      </Group>
    </Stack>
  );
}
