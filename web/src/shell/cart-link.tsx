import { ActionIcon, type ActionIconProps, Indicator } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cartCountQuery } from '../api/cart.ts';
import type { Anchored } from '../components/links.tsx';

const IconLink = createLink((props: Anchored<ActionIconProps>) => <ActionIcon component="a" {...props} />);

/** The way to the cart, with how many things are in it. */
export function CartLink() {
  const { t } = useTranslation('shell');
  const { data: count = 0 } = useQuery(cartCountQuery);
  return (
    <Indicator
      label={count}
      size={18}
      offset={8}
      disabled={count === 0}
      color="var(--mantine-color-brand-filled)"
      className="figures"
    >
      <IconLink
        to="/cart"
        variant="subtle"
        color="gray"
        size={40}
        radius="xl"
        aria-label={count === 0 ? t('nav.cart') : t('nav.cartOf', { count })}
      >
        <IconShoppingCart size={20} aria-hidden />
      </IconLink>
    </Indicator>
  );
}
