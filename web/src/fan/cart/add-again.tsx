import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconShoppingCart } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useAddToCart } from './cart-calls.ts';
import { entryOfOrder } from './entry-again.ts';

/** Adds the contents of an order to the cart again, as far as they can be bought. */
export function AddAgain({ orders }: { orders: readonly CheckedOrder[] }) {
  const { t } = useTranslation('cart');
  const navigate = useNavigate();
  const add = useAddToCart();
  const back = async () => {
    const refusals = new Set<string>();
    // In sequence: entries are independent, and a failed one does not stop the others.
    for (const order of orders) {
      await add.mutateAsync(entryOfOrder(order)).catch((error: unknown) => refusals.add(sentenceOf(error)));
    }
    if (refusals.size === 0) notifications.show({ color: 'green', message: t('check.backIn') });
    for (const message of refusals) notifications.show({ color: 'orange', message });
    void navigate({ to: '/cart' });
  };
  return (
    <Button
      leftSection={<IconShoppingCart size={18} aria-hidden />}
      loading={add.isPending}
      onClick={() => void back()}
    >
      {t('check.again')}
    </Button>
  );
}
