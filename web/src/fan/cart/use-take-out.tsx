import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { type CartEntry, deleteCartEntries } from '#services/contract/cart/calls.ts';
import { useCall } from '../../api/queries.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useAddToCart } from './cart-calls.ts';
import { entryOfRemoved } from './entry-again.ts';

/** Removes an entry from the cart; it can be restored while the notice is visible. */
export function useTakeOut(entry: CartEntry, name: string) {
  const { t } = useTranslation('cart');
  const remove = useCall(deleteCartEntries);
  const add = useAddToCart();
  const { cart_id } = entry;
  const putBack = () => {
    notifications.hide(cart_id);
    add
      .mutateAsync(entryOfRemoved(entry))
      .catch((error: unknown) => notifications.show({ color: 'red', message: sentenceOf(error) }));
  };
  const takeOut = () =>
    remove
      .mutateAsync({ cart_id: [cart_id] })
      .then(() =>
        notifications.show({
          id: cart_id,
          message: (
            <>
              {t('removed', { name })}{' '}
              <Button variant="subtle" size="compact-sm" onClick={putBack}>
                {t('putBack')}
              </Button>
            </>
          ),
        }),
      )
      // The global handler of writes shows the error.
      .catch(() => undefined);
  return { takeOut, taking: remove.isPending };
}
