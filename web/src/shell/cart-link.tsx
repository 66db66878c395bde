import { ActionIcon, type ActionIconProps, Indicator } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { countCartEntries } from '#services/api/cart/contract.ts';
import { queryOf } from '../api/queries.ts';
import type { Anchored } from '../components/links.tsx';

const IconLink = createLink((props: Anchored<ActionIconProps>) => <ActionIcon component="a" {...props} />);

/** The way to the cart, with how many things are in it. */
export function CartLink() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(queryOf(countCartEntries, {}, { staleTime: 60_000 }));
  const count = data?.total_count ?? 0;
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
        size={40}
        radius="xl"
        aria-label={count === 0 ? t('nav.cart') : t('nav.cartOf', { count })}
      >
        <IconShoppingCart size={20} aria-hidden />
      </IconLink>
    </Indicator>
  );
}
