import { Text } from '@mantine/core';
import { useEffect } from 'react';
import type { CartEntry } from '#services/api/cart/contract.ts';
import { unitsOf } from '../orders/checkout/order-choice.ts';
import { HoldersForm, useHolders } from '../tickets/identities/holders-form.tsx';
import type { EntryWish } from './entry-wish.ts';

interface Props {
  entry: CartEntry;
  wish: EntryWish;
  error: string | undefined;
  onWish: (wish: EntryWish) => void;
}

/** One person for each ticket of an entry. */
export function EntryHolders({ entry, wish, error, onWish }: Props) {
  const units = unitsOf(entry.sku);
  const holders = useHolders(units.length);
  const holderIds = holders.ids.join(' ');
  const before = wish.holders?.join(' ');
  useEffect(() => {
    if (holderIds !== before) onWish({ ...wish, holders: holderIds.split(' ') });
  });
  const nameOf = (sku_id: string): string =>
    entry.sku.find((sku) => sku.sku_id === sku_id)?.name || entry.plan.name;
  return (
    <>
      <HoldersForm framed={false} tickets={units.map(nameOf)} holders={holders} refusal={null} />
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </>
  );
}
