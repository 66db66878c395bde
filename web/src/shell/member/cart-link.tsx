import { IconShoppingCart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countCartEntries } from '#services/contract/cart/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { CountedLink } from './counted-link.tsx';

/** The way to the cart, with how many things are in it. */
export function CartLink() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(queryOf(countCartEntries, {}, { staleTime: 60_000 }));
  const count = data?.total_count ?? 0;
  return (
    <CountedLink to="/cart" count={count} label={count === 0 ? t('nav.cart') : t('nav.cartOf', { count })}>
      <IconShoppingCart size={20} aria-hidden />
    </CountedLink>
  );
}
