import { ActionIcon, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconShoppingCartPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AddToCart } from '#services/contract/cart/calls.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { useAddToCart } from '../../cart/cart-calls.ts';

interface Props {
  /** Undefined while the choice is not complete. */
  entry: AddToCart | undefined;
  size?: 'md' | 'lg';
  fullWidth?: boolean;
  /** Only the picture, where there is no room for words. */
  icon?: boolean;
}

/** Keeps the choice for later: in the cart, where several things are paid in one. */
export function AddToCartButton({ entry, size = 'md', fullWidth = false, icon = false }: Props) {
  const { t } = useTranslation('orders-checkout');
  const add = useAddToCart({
    onSuccess: () =>
      notifications.show({
        color: 'green',
        message: (
          <>
            {t('cart.added')} · <AnchorLink to="/cart">{t('cart.open')}</AnchorLink>
          </>
        ),
      }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  });
  const put = () => {
    if (entry !== undefined) add.mutate(entry);
  };
  if (icon) {
    return (
      <ActionIcon
        variant="default"
        size={42}
        radius="xl"
        aria-label={t('cart.add')}
        disabled={entry === undefined}
        loading={add.isPending}
        onClick={put}
      >
        <IconShoppingCartPlus size={20} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button
      variant="default"
      size={size}
      fullWidth={fullWidth}
      leftSection={<IconShoppingCartPlus size={20} aria-hidden />}
      disabled={entry === undefined}
      loading={add.isPending}
      onClick={put}
    >
      {t('cart.add')}
    </Button>
  );
}
