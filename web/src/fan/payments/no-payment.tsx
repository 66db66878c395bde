import { IconClockX, IconReceiptOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CheckedCart, CheckedOrder } from '#services/api/orders/contract/orders.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PutBack } from '../cart/put-back.tsx';
import { againSearch } from '../orders/order-again.ts';

/** An order number that is not the caller's, or none. */
export function NoOrder() {
  const { t } = useTranslation('buying');
  return (
    <DeadEnd
      icon={<IconReceiptOff aria-hidden />}
      title={t('cashier.noOrder')}
      text={t('cashier.noOrderText')}
    >
      <ButtonLink to="/dashboard/order">{t('cashier.orders')}</ButtonLink>
    </DeadEnd>
  );
}

/** Whether it was cancelled before its expiry. */
const wasCancelled = ({ closed_at, expires_at }: CheckedOrder): boolean =>
  closed_at !== null && closed_at < expires_at;

/** The time to pay ran out, or the order was cancelled. */
export function Closed({ order }: { order: CheckedOrder }) {
  const { t } = useTranslation('buying');
  return (
    <DeadEnd
      color="orange"
      icon={<IconClockX aria-hidden />}
      title={t('cashier.closed')}
      text={t(wasCancelled(order) ? 'cashier.cancelledText' : 'cashier.closedText')}
    >
      <ButtonLink to="/order/create" search={againSearch(order)}>
        {t('cashier.again')}
      </ButtonLink>
      <ButtonLink to="/dashboard/order" variant="light">
        {t('cashier.orders')}
      </ButtonLink>
    </DeadEnd>
  );
}

/** The same for a cart's orders: they can be added to the cart again. */
export function ClosedCart({ cart }: { cart: CheckedCart }) {
  const { t } = useTranslation('buying');
  return (
    <DeadEnd
      color="orange"
      icon={<IconClockX aria-hidden />}
      title={t('cashier.closed')}
      text={t(cart.orders.every(wasCancelled) ? 'cashier.cancelledText' : 'cashier.closedText')}
    >
      <PutBack orders={cart.orders} />
      <ButtonLink to="/dashboard/order" variant="light">
        {t('cashier.orders')}
      </ButtonLink>
    </DeadEnd>
  );
}
