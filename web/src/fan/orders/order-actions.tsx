import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import { type CheckedOrder, cancelOrder } from '#services/contract/orders/orders.ts';
import { useCall } from '../../api/queries.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { againSearch, type Bought } from './order-again.ts';

interface Props {
  order: Bought & Pick<CheckedOrder, 'out_trade_no' | 'status'>;
  /** It is paid with others: then giving it up gives all of them up. */
  together: boolean;
  withDetail?: boolean;
  /** It is paid: there is a receipt. */
  receipt?: boolean;
}

/** The possible actions of an order: pay and cancel while it waits, buy again after it closed unpaid. */
export function OrderActions({ order, together, withDetail = false, receipt = false }: Props) {
  const { t } = useTranslation(['orders', 'orders-after-payment']);
  const cancel = useCall(cancelOrder);
  const { confirm, dialog } = useConfirm();
  const { out_trade_no, status } = order;
  const held = together || order.sku_detail.length > 0;
  const doCancel = () =>
    cancel.mutate(
      { out_trade_no },
      {
        onSuccess: () =>
          notifications.show({ color: 'green', message: t(held ? 'cancelled' : 'cancelledPlain') }),
      },
    );
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
            onClick={() =>
              confirm({ text: t(together ? 'cancelAllAsk' : 'cancelAsk'), yes: t('cancel'), onYes: doCancel })
            }
          >
            {t('cancel')}
          </Button>
          <ButtonLink to="/cashier" search={{ out_trade_no }} size="xs">
            {t('pay')}
          </ButtonLink>
        </>
      )}
      {receipt && (
        <ButtonLink to="/order/receipt" search={{ out_trade_no }} size="xs" variant="default">
          {t('orders-after-payment:receipt.open')}
        </ButtonLink>
      )}
      {status === ORDER_STATUS.cancelled && (
        <ButtonLink to="/order/create" search={againSearch(order)} size="xs" variant="light">
          {t('again')}
        </ButtonLink>
      )}
      {dialog}
    </Group>
  );
}
