import { Box, Group, Stack, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddToCart } from '#services/contract/cart/calls.ts';
import { useBar } from '../../../app/bars.ts';
import { useProfile } from '../../../app/session.ts';
import { CountField } from '../../../components/forms/count-field.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Name } from '../../../components/name.tsx';
import { useFormats } from '../../../language/use-locale.ts';
import { AddToCartButton } from '../../orders/checkout/add-to-cart.tsx';
import { linesOf, type OrderSearch } from '../../orders/checkout/order-choice.ts';
import { useCarriedOn } from './item-search.ts';
import classes from './phone-bar.module.css';

interface Props {
  /** The link to /order/create; undefined while the choice is incomplete. */
  order: OrderSearch | undefined;
  /** The button's text while it is incomplete. */
  missing: string;
  /** The present price of one in yuan, and the choice in words. */
  price: string;
  chosen: string;
  count: number;
  most: number;
  onCount: (count: number) => void;
}

/** Side by side where both fit, else one below the other. */
const BUTTON = '1 1 200px';
/** Content below the header, or below a phone's tabs, is hidden. */
const IN_SIGHT = { rootMargin: '-64px 0px -56px 0px' };

/** How many, and the ways to the cart and to the order. */
export function BuyBar({ order, missing, price, chosen, count, most, onCount }: Props) {
  const { t } = useTranslation('orders-buying');
  const signedIn = useProfile() != null;
  const carried = useCarriedOn();
  const { ref, entry } = useIntersection(IN_SIGHT);
  const units = Math.min(count, Math.max(1, most));
  const search = { ...carried, ...order };
  const entryWanted = order && entryOf(search);
  const way = {
    to: '/order/create',
    search,
    disabled: order === undefined,
    children: order === undefined ? missing : t('item.buy'),
  } as const;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={650} mb={4} aria-hidden>
          {t('item.count')}
        </Text>
        <CountField
          label={t('item.count')}
          value={units}
          min={1}
          max={Math.max(1, most)}
          onChange={onCount}
        />
      </div>
      <Group gap="sm" ref={ref}>
        {signedIn && (
          <Box flex={BUTTON}>
            <AddToCartButton fullWidth size="lg" entry={entryWanted} />
          </Box>
        )}
        <ButtonLink {...way} size="lg" flex={BUTTON} />
      </Group>
      <PhoneBar
        price={price}
        chosen={t('create.line', { name: chosen, count: units })}
        shown={entry?.isIntersecting === false}
      >
        {signedIn && <AddToCartButton icon entry={entryWanted} />}
        <ButtonLink {...way} size="md" />
      </PhoneBar>
    </Stack>
  );
}

/** The choice of a checkout link as a cart entry. */
const entryOf = ({
  plan_id,
  sku,
  bundle_count,
  remark,
  custom_order_id,
  affiliate_code,
}: OrderSearch): AddToCart => ({
  plan_id,
  ...(sku !== undefined && { sku: linesOf(sku) }),
  ...(bundle_count !== undefined && { bundle_count }),
  ...(remark !== undefined && { remark }),
  ...(custom_order_id !== undefined && { custom_order_id }),
  ...(affiliate_code !== undefined && { affiliate_code }),
});

interface PhoneBarProps {
  /** The present price of one, in yuan. */
  price: string;
  /** The choice in one line, which can be cut. */
  chosen: string;
  /** Whether the buttons that it replaces are out of sight. */
  shown: boolean;
  /** The same buttons, small. */
  children: ReactNode;
}

/** On a phone, above the tabs: price, choice and the way to the order, while the page's own buttons are out of sight. */
function PhoneBar({ price, chosen, shown, children }: PhoneBarProps) {
  const formats = useFormats();
  const bar = useBar<HTMLDivElement>('bottom');
  return (
    // It keeps its space when hidden, so that the page keeps its length.
    <div {...bar} className={classes.bar} inert={!shown}>
      <div className={classes.what}>
        <Text fw={650} fz="lg" lh={1.3} className="figures">
          {formats.money(price)}
        </Text>
        <Name size="xs" c="dimmed">
          {chosen}
        </Name>
      </div>
      {children}
    </div>
  );
}
