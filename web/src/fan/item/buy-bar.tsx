import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddToCart } from '#services/api/contract/cart.ts';
import { useProfile } from '../../api/session.ts';
import { CountField } from '../../parts/count-field.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { linesOf, type OrderSearch } from '../checkout/order-choice.ts';
import { ToCart } from '../checkout/to-cart.tsx';

interface Props {
  /** What /order/create is asked for; undefined while the choice is not complete. */
  order: OrderSearch | undefined;
  /** What stands on the button while it is not. */
  missing: string;
  count: number;
  most: number;
  onCount: (count: number) => void;
}

/** How many, and the way to the order. */
export function BuyBar({ order, missing, count, most, onCount }: Props) {
  const { t } = useTranslation('buying');
  const signedIn = useProfile() != null;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" mb={4} aria-hidden>
          {t('item.count')}
        </Text>
        <CountField
          label={t('item.count')}
          value={Math.min(count, Math.max(1, most))}
          min={1}
          max={Math.max(1, most)}
          onChange={onCount}
        />
      </div>
      <SimpleGrid cols={signedIn ? { base: 1, xs: 2 } : 1} spacing="sm">
        {signedIn && <ToCart size="lg" entry={order && entryOf(order)} />}
        <ButtonLink to="/order/create" search={order ?? {}} size="lg" disabled={order === undefined}>
          {order === undefined ? missing : t('item.buy')}
        </ButtonLink>
      </SimpleGrid>
    </Stack>
  );
}

/** What a checkout link asks for, as the cart keeps it. */
const entryOf = ({ plan_id, sku, bundle_count }: OrderSearch): AddToCart => ({
  plan_id,
  ...(sku !== undefined && { sku: linesOf(sku) }),
  ...(bundle_count !== undefined && { bundle_count }),
});
