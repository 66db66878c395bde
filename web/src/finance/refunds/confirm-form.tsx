import { Alert, List, Stack, Text } from '@mantine/core';
import type { OrderToRefund, PreviewedRefund } from '#services/contract/refunds/calls.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { requestOf } from '../../components/refunds/refund-choice.ts';
import type { Refunded, RefundFormState } from '../../components/refunds/use-refund-form.ts';
import { useLocale } from '../../language/use-locale.ts';
import { SharesPart } from './shares-part.tsx';

interface Props {
  form: RefundFormState<OrderToRefund>;
  preview: PreviewedRefund;
  /** @param moved the preview is outdated */
  onBack: (moved: boolean) => void;
  onDone: (done: Refunded) => void;
}

/** Errors of fields that were valid in the preview: another person has refunded since. */
const MOVED = ['amount', 'units', 'ticket_ids'] as const;

/** Each party's share and further effects; confirmed with a reason. */
export function ConfirmForm({ form, preview, onBack, onDone }: Props) {
  const { t, formats } = useLocale('finance');
  const { order, choice, amount, refund } = form;
  const free = Number(preview.amount) === 0;
  const written = formats.money(preview.amount);
  return (
    <ReasonForm
      about={
        <Stack gap="sm">
          <Text fw={650}>
            {t(free ? 'refunds.aboutFree' : 'refunds.about', {
              amount: written,
              name: order.fan.name || order.fan.user_id,
            })}
          </Text>
          {!free && <SharesPart shares={preview.shares} order={order} />}
          <Effects preview={preview} order={order} />
          {preview.needs_second && (
            <Alert color="blue" radius="lg">
              {t('refunds.second')}
            </Alert>
          )}
        </Stack>
      }
      name={t('refunds.refund')}
      hint={t('refunds.reasonHint')}
      yes={
        free
          ? t('refunds.yesFree')
          : t(preview.needs_second ? 'refunds.askFor' : 'refunds.yes', { amount: written })
      }
      grave
      send={refund}
      requestOf={(reason) => ({
        ...requestOf(order, choice, amount),
        // The amount of the preview: after another refund the server refuses it.
        ...(free ? {} : { amount: preview.amount }),
        reason,
      })}
      onDone={onDone}
      onRefused={(error) => {
        if (MOVED.some((field) => fieldRefusal(error, field) !== undefined)) onBack(true);
      }}
      onClose={() => onBack(false)}
    />
  );
}

function Effects({ preview, order }: { preview: PreviewedRefund; order: OrderToRefund }) {
  const { t } = useLocale('finance');
  const { units, ticket_count, membership, redeem_code } = preview;
  return (
    <List size="sm">
      {order.sku_detail.length > 0 && (
        <List.Item>
          {units > 0 ? t('refunds.effect.stock', { count: units }) : t('refunds.effect.noStock')}
        </List.Item>
      )}
      {order.ticket_count > 0 && (
        <List.Item>
          {ticket_count > 0
            ? t('refunds.effect.tickets', { count: ticket_count })
            : t('refunds.effect.noTickets')}
        </List.Item>
      )}
      {membership && <List.Item>{t('refunds.effect.membership')}</List.Item>}
      {redeem_code && <List.Item>{t('refunds.effect.code')}</List.Item>}
    </List>
  );
}
