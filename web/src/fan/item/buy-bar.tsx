import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddToCart } from '#services/api/contract/cart.ts';
import { useProfile } from '../../api/session.ts';
import { CountField } from '../../parts/count-field.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { linesOf, type OrderSearch } from '../checkout/order-choice.ts';
import { ToCart } from '../checkout/to-cart.tsx';
import { useCarriedOn } from './item-search.ts';

interface Props {
  /** What /order/create is asked for; undefined while the choice is not complete. */
  order: OrderSearch | undefined;
  /** What stands on the button while it is not. */
  missing: string;
  count: number;
  most: number;
  onCount: (count: number) => void;
}

/** Side by side where both fit, else one below the other. */
const BUTTON = '1 1 200px';

/** How many, and the ways to the cart and to the order. */
export function BuyBar({ order, missing, count, most, onCount }: Props) {
  const { t } = useTranslation('buying');
  const signedIn = useProfile() != null;
  const carried = useCarriedOn();
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
      <Group gap="sm">
        {signedIn && (
          <Box flex={BUTTON}>
            <ToCart fullWidth size="lg" entry={order && entryOf(order)} />
          </Box>
        )}
        <ButtonLink
          to="/order/create"
          search={{ ...carried, ...order }}
          size="lg"
          flex={BUTTON}
          disabled={order === undefined}
        >
          {order === undefined ? missing : t('item.buy')}
        </ButtonLink>
      </Group>
    </Stack>
  );
}

/** What a checkout link asks for, as the cart keeps it. */
const entryOf = ({ plan_id, sku, bundle_count }: OrderSearch): AddToCart => ({
  plan_id,
  ...(sku !== undefined && { sku: linesOf(sku) }),
  ...(bundle_count !== undefined && { bundle_count }),
});
