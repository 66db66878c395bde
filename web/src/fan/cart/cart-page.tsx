import { Checkbox, Container, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartEntry, CartList } from '#services/contract/cart/calls.ts';
import type { Address } from '#services/contract/delivery/addresses.ts';
import { fieldRefusal, isRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { AddressPicker } from '../delivery/addresses/address-picker.tsx';
import { PayChoice, usePayChoice } from '../payments/pay-choice.tsx';
import classes from './cart.module.css';
import { cartQuery, usePickInCart } from './cart-calls.ts';
import { CartEntryRow } from './cart-entry.tsx';
import { CartPanel } from './cart-panel.tsx';
import { type EntryInput, type EntryInputs, entryTrouble, missingIn, orderedEntries } from './entry-input.ts';
import { useOrdering, usePrepared } from './use-cart.ts';

/** /cart: the entries by creator, and one payment for the selected ones. */
export function CartPage() {
  const { t } = useTranslation('cart');
  usePageTitle(t('title'));
  const query = useQuery(cartQuery);
  return (
    <Container size="lg" py={{ base: 'md', sm: 'xl' }}>
      <Loaded
        query={query}
        skeleton={<CartSkeleton />}
        isEmpty={({ total_count }) => total_count === 0}
        empty={<EmptyCart />}
      >
        {(cart) => <FullCart cart={cart} />}
      </Loaded>
    </Container>
  );
}

function FullCart({ cart }: { cart: CartList }) {
  const { t } = useTranslation('cart');
  const [wishes, setWishes] = useState<EntryInputs>({});
  const [address, setAddress] = useState<Address>();
  const entries = cart.list.flatMap((group) => group.entries);
  const picked = entries.filter((entry) => entry.picked);
  const sent = picked.some(({ plan }) => plan.need_address);
  const where = sent && address !== undefined ? { address_id: address.address_id } : {};
  const request = {
    entries: picked.map(({ cart_id }) => {
      const code = wishes[cart_id]?.invite_code?.trim() ?? '';
      return { cart_id, ...(code !== '' && { invite_code: code }) };
    }),
    ...where,
  };
  const version = JSON.stringify(picked.map(({ sku, month, bundle_count }) => [sku, month, bundle_count]));
  const { prepared, settling } = usePrepared(request, version, picked.length > 0);
  const { order, ordering, repriced } = useOrdering();
  const wish = (cart_id: string, input: EntryInput) => {
    ordering.reset();
    setWishes((before) => ({ ...before, [cart_id]: input }));
  };
  const pay = usePayChoice();
  const lacks = sent && address === undefined ? ('address' as const) : missingIn(picked, wishes);
  const refused = ordering.error !== null && repriced === undefined;
  const togetherOf = ({ cart_id }: CartEntry) =>
    prepared.data?.entries.find((one) => one.cart_id === cart_id)?.refusal ?? null;
  const blocked = picked
    .filter((entry) => entryTrouble(entry, togetherOf(entry), null) !== undefined)
    .map(({ cart_id }) => cart_id);
  return (
    <>
      <Group mb="lg" align="baseline" gap="sm">
        <Title order={1} fz={{ base: 24, sm: 30 }}>
          {t('title')}
        </Title>
        <Text c="dimmed">{t('count', { count: cart.total_count })}</Text>
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, sm: 7 }}>
          <Stack gap="md">
            {cart.list.map((group) => (
              <CreatorGroup key={group.creator.user_id} group={group}>
                {(entry) => (
                  <CartEntryRow
                    key={entry.cart_id}
                    entry={entry}
                    wish={wishes[entry.cart_id] ?? {}}
                    refusal={ordering.error}
                    together={togetherOf(entry)}
                    onWish={(input) => wish(entry.cart_id, input)}
                  />
                )}
              </CreatorGroup>
            ))}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 5 }}>
          <Stack gap="md" className={classes.panel}>
            {sent && (
              <AddressPicker
                value={address}
                error={fieldRefusal(ordering.error, 'address_id')}
                onChange={(chosen) => {
                  ordering.reset();
                  setAddress(chosen);
                }}
              />
            )}
            <CartPanel
              picked={picked.length}
              prepared={prepared}
              blocked={blocked}
              settling={settling}
              missing={lacks ? t(`panel.${lacks}`) : pay.missing}
              refused={refused ? refusalText(ordering.error) : undefined}
              repriced={repriced}
              ordering={ordering.isPending || ordering.isSuccess}
              onOrder={() =>
                prepared.data &&
                order(
                  { entries: orderedEntries(picked, wishes), ...where, ...pay.input },
                  prepared.data.total_amount,
                )
              }
            >
              <PayChoice choice={pay} />
            </CartPanel>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

const refusalText = (error: unknown): string =>
  isRefusal(error) && error.errors.length === 1 && !error.errors[0]?.field.startsWith('entries.')
    ? (error.errors[0]?.message ?? sentenceOf(error))
    : sentenceOf(error);

interface GroupProps {
  group: CartList['list'][number];
  children: (entry: CartEntry) => ReactNode;
}

/** The entries of one creator, with a switch for all. */
function CreatorGroup({ group, children }: GroupProps) {
  const { t } = useTranslation('cart');
  const pick = usePickInCart();
  const { creator, entries } = group;
  const picked = entries.filter((entry) => entry.picked).length;
  const all = picked === entries.length;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={creator.name}>
      <Group gap="sm" wrap="nowrap" mb="sm">
        <Checkbox
          aria-label={t('pickAll', { name: creator.name })}
          checked={all}
          indeterminate={picked > 0 && !all}
          onChange={() => pick.mutate({ cart_id: entries.map(({ cart_id }) => cart_id), picked: !all })}
        />
        <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={28} />
        <Title order={2} fz="md" style={{ minWidth: 0 }}>
          <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }} c="inherit" inherit>
            {creator.name}
          </AnchorLink>
        </Title>
      </Group>
      {entries.map(children)}
    </Paper>
  );
}

function EmptyCart() {
  const { t } = useTranslation('cart');
  return (
    <DeadEnd icon={<IconShoppingCart aria-hidden />} title={t('empty')} text={t('emptyText')}>
      <ButtonLink to="/explore">{t('explore')}</ButtonLink>
    </DeadEnd>
  );
}

function CartSkeleton() {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 7 }}>
        <Stack>
          <Skeleton height={40} width={160} />
          <Skeleton height={220} radius="lg" />
          <Skeleton height={160} radius="lg" />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 5 }}>
        <Skeleton height={280} radius="lg" mt={56} />
      </Grid.Col>
    </Grid>
  );
}
