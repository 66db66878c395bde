import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { ORDER_STATUS, useCancelOrder } from '../../api/orders.ts';
import { useAsk } from '../../parts/ask.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { againSearch } from './order-again.ts';

interface Props {
  order: Pick<CheckedOrder, 'out_trade_no' | 'status' | 'plan' | 'sku_detail' | 'month'>;
  withDetail?: boolean;
}

/** What can be done with an order now: pay and cancel while it waits, buy again once it closed unpaid. */
export function OrderActions({ order, withDetail = false }: Props) {
  const { t } = useTranslation('orders');
  const cancel = useCancelOrder();
  const { ask, dialog } = useAsk();
  const { out_trade_no, status } = order;
  const doCancel = () =>
    cancel.mutate(out_trade_no, {
      onSuccess: () => notifications.show({ color: 'green', message: t('cancelled') }),
    });
  return (
    <Group gap="xs">
      {withDetail && (
        <ButtonLink
          to="/dashboard/order/$outTradeNo"
          params={{ outTradeNo: out_trade_no }}
          variant="default"
          size="xs"
        >
          {t('detail')}
        </ButtonLink>
      )}
      {status === ORDER_STATUS.pending && (
        <>
          <Button
            variant="default"
            size="xs"
            loading={cancel.isPending}
            onClick={() => ask({ text: t('cancelAsk'), yes: t('cancel'), onYes: doCancel })}
          >
            {t('cancel')}
          </Button>
          <ButtonLink to="/cashier" search={{ out_trade_no }} size="xs">
            {t('pay')}
          </ButtonLink>
        </>
      )}
      {status === ORDER_STATUS.cancel && (
        <ButtonLink to="/order/create" search={againSearch(order)} size="xs" variant="light">
          {t('again')}
        </ButtonLink>
      )}
      {dialog}
    </Group>
  );
}
