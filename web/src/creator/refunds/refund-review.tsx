import { Button, Group, List, Stack, Text, ThemeIcon } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowBackUp,
  IconBuildingStore,
  IconHeartOff,
  IconKey,
  IconTicketOff,
  IconTruckOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { sentenceOf } from '../../app/queries.ts';
import { requestOf } from '../../components/refunds/refund-choice.ts';
import type { RefundFormState } from '../../components/refunds/use-refund-form.ts';
import { useLocale } from '../../language/use-locale.ts';
import { effectsOf } from './refund-effects.ts';

interface Props {
  form: RefundFormState<OrderDetail>;
  onBack: () => void;
  onDone: () => void;
}

/** The preview of the refund, and the button. */
export function RefundReview({ form, onBack, onDone }: Props) {
  const { t, formats } = useLocale('refunds');
  const { order, choice, amount, refund } = form;
  const free = Number(order.refundable_amount) === 0;
  const written = formats.money(Number(amount).toFixed(2));
  const confirm = () => {
    refund.mutate(requestOf(order, choice, amount), {
      onSuccess: (done) => {
        const message = free ? t('doneFree') : t('done', { amount: formats.money(done.amount) });
        notifications.show({ color: 'green', message });
        onDone();
      },
    });
  };
  return (
    <Stack gap="md">
      <Text fw={650}>{t('will')}</Text>
      <List spacing="xs" center={false}>
        <Effect icon={<IconArrowBackUp size={16} aria-hidden />}>
          {free ? t('effect.free') : t('effect.money', { amount: written, name: order.user.name })}
        </Effect>
        <Effects form={form} />
      </List>
      {refund.error !== null && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {sentenceOf(refund.error)}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} disabled={refund.isPending}>
          {t('back')}
        </Button>
        <Button color="red.9" loading={refund.isPending} onClick={confirm} data-autofocus>
          {free ? t('confirmFree') : t('confirm', { amount: written })}
        </Button>
      </Group>
    </Stack>
  );
}

function Effects({ form: { order, choice, amount, tickets } }: { form: RefundFormState<OrderDetail> }) {
  const { t } = useLocale('refunds');
  const { whole, units, sent, tickets: voided, used } = effectsOf(order, choice, amount, tickets);
  const { sku_detail, membership, ticket_count, redeem_id, order_attr } = order;
  const gives = membership !== null && membership.back_at === null;
  return (
    <>
      {sku_detail.length > 0 && (
        <Effect icon={<IconBuildingStore size={16} aria-hidden />}>
          {sent
            ? t('effect.stockSent')
            : units > 0
              ? t('effect.stock', { count: units })
              : t('effect.stockNone')}
        </Effect>
      )}
      {ticket_count > 0 && (
        <Effect icon={<IconTicketOff size={16} aria-hidden />}>
          {voided === 0
            ? t('effect.ticketsKept')
            : `${t('effect.tickets', { count: voided })} ${used > 0 ? t('effect.ticketsUsed', { count: used }) : ''}`}
        </Effect>
      )}
      {gives && (
        <Effect icon={<IconHeartOff size={16} aria-hidden />}>
          {t(whole ? 'effect.membership' : 'effect.membershipKept')}
        </Effect>
      )}
      {whole && redeem_id !== '' && (
        <Effect icon={<IconKey size={16} aria-hidden />}>{t('effect.code')}</Effect>
      )}
      {whole && order_attr?.to_send && (
        <Effect icon={<IconTruckOff size={16} aria-hidden />}>{t('effect.sending')}</Effect>
      )}
    </>
  );
}

function Effect({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <List.Item
      icon={
        <ThemeIcon size={28} radius={999} variant="light" color="gray">
          {icon}
        </ThemeIcon>
      }
    >
      {children}
    </List.Item>
  );
}
