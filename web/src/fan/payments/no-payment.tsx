import { IconClockX, IconReceiptOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CheckedCart, CheckedOrder } from '#services/contract/orders/orders.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { AddAgain } from '../cart/add-again.tsx';
import { againSearch } from '../orders/order-again.ts';

/** An order number that is not the caller's, or none. */
export function NoOrder() {
  const { t } = useTranslation('orders-buying');
  usePageTitle(t('cashier.noOrder'));
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

/** Why orders are closed. Plans and custom amounts have no options, so they held no stock. */
function closedText(orders: readonly CheckedOrder[]) {
  const held = orders.some(({ sku_detail }) => sku_detail.length > 0);
  const why = orders.every(wasCancelled) ? 'cancelled' : 'closed';
  return held ? (`cashier.${why}Text` as const) : (`cashier.${why}Plain` as const);
}

/** The time to pay ran out, or the order was cancelled. */
export function Closed({ order }: { order: CheckedOrder }) {
  const { t } = useTranslation('orders-buying');
  usePageTitle(t('cashier.closed'));
  return (
    <DeadEnd
      color="orange"
      icon={<IconClockX aria-hidden />}
      title={t('cashier.closed')}
      text={t(closedText([order]))}
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
  const { t } = useTranslation('orders-buying');
  usePageTitle(t('cashier.closed'));
  return (
    <DeadEnd
      color="orange"
      icon={<IconClockX aria-hidden />}
      title={t('cashier.closed')}
      text={t(closedText(cart.orders))}
    >
      <AddAgain orders={cart.orders} />
      <ButtonLink to="/dashboard/order" variant="light">
        {t('cashier.orders')}
      </ButtonLink>
    </DeadEnd>
  );
}
