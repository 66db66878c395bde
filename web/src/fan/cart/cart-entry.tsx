import { ActionIcon, Alert, Box, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { CartEntry } from '#services/contract/cart/calls.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Picture } from '../../components/pictures/picture.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { unitsOf } from '../orders/checkout/order-choice.ts';
import { HoldersForm, useHolders } from '../tickets/identities/holders-form.tsx';
import classes from './cart.module.css';
import { usePickInCart } from './cart-calls.ts';
import { EntryChoice } from './entry-choice.tsx';
import { type EntryInput, entryTrouble } from './entry-input.ts';
import { EntryRemark } from './entry-remark.tsx';
import { useEntry } from './use-entry.ts';
import { useTakeOut } from './use-take-out.tsx';

interface Props {
  entry: CartEntry;
  wish: EntryInput;
  /** Why the whole could not be ordered, by entry. */
  refusal: unknown;
  /** Why this one cannot be bought together with the others. */
  together: CartEntry['refusal'];
  onWish: (wish: EntryInput) => void;
}

/** One cart entry: selection, quantity, price, and the reason if it cannot be bought. */
export function CartEntryRow({ entry, wish, refusal, together, onWish }: Props) {
  const { t, formats } = useLocale('cart');
  const pick = usePickInCart();
  const choice = useEntry(entry);
  const { cart_id, plan, picked, price } = entry;
  const name = plan.name || t('gone');
  const { takeOut, taking } = useTakeOut(entry, name);
  const here = `entries.${cart_id}`;
  const trouble = entryTrouble(entry, together, refusal);
  const of = (field: string): string | undefined => fieldRefusal(refusal, `${here}.${field}`);
  return (
    <Box component="article" className={classes.entry} aria-label={name} data-picked={picked || undefined}>
      <Checkbox
        className={classes.pick}
        aria-label={t('pick', { name })}
        checked={picked}
        onChange={(event) => pick.mutate({ cart_id: [cart_id], picked: event.currentTarget.checked })}
      />
      <Box className={classes.picture}>
        <Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={1} radius={10} />
      </Box>
      <Stack gap="xs" className={classes.what}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Title order={3} fz="md" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Name entry={entry}>{name}</Name>
          </Title>
          <Group gap={4} wrap="nowrap" align="flex-start" style={{ flexShrink: 0 }}>
            {price !== null && (
              <div style={{ textAlign: 'right' }}>
                <Text fw={650} className="figures" lh="28px">
                  {formats.money(price.total_amount)}
                </Text>
                {price.show_amount !== price.total_amount && (
                  <Text className="hint figures" td="line-through" component="s">
                    {formats.money(price.show_amount)}
                  </Text>
                )}
              </div>
            )}
            <ActionIcon
              aria-label={t('removeNamed', { name })}
              loading={taking}
              onClick={() => void takeOut()}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
        <EntryChoice entry={entry} onChange={choice.set} />
        {choice.refusal !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {sentenceOf(choice.refusal)}
          </Text>
        )}
        {trouble !== undefined && (
          <Alert color="red" role="alert" p="xs" icon={<IconAlertCircle aria-hidden />}>
            <Text size="sm">{trouble}</Text>
          </Alert>
        )}
        {plan.need_identity && picked && plan.product_type === PRODUCT_TYPE.ticket && (
          <EntryHolders entry={entry} wish={wish} error={of('tickets')} onWish={onWish} />
        )}
        {plan.need_invite_code && picked && (
          <TextInput
            label={t('invite')}
            required
            maxLength={40}
            autoComplete="off"
            w={{ base: '100%', xs: 260 }}
            value={wish.invite_code ?? ''}
            error={
              wish.invite_code === undefined ? undefined : (of('invite_code') ?? inviteTrouble(together))
            }
            onChange={(event) => onWish({ ...wish, invite_code: event.currentTarget.value })}
          />
        )}
        <EntryRemark entry={entry} error={of('remark')} />
      </Stack>
    </Box>
  );
}

const inviteTrouble = (refusal: CartEntry['refusal']): string | undefined =>
  refusal?.errors.find(({ field }) => field === 'invite_code')?.message;

/** Leads to where the choice was made. */
function Name({ entry, children }: { entry: CartEntry; children: string }) {
  const { plan_id, product_type, name } = entry.plan;
  if (name === '') return children;
  if (product_type === PRODUCT_TYPE.sponsorship) {
    return (
      <AnchorLink to="/order/create" search={{ plan_id, product_type }} c="inherit" inherit>
        {children}
      </AnchorLink>
    );
  }
  return (
    <AnchorLink to="/item/$planId" params={{ planId: plan_id }} c="inherit" inherit>
      {children}
    </AnchorLink>
  );
}

interface EntryHoldersProps {
  entry: CartEntry;
  wish: EntryInput;
  error: string | undefined;
  onWish: (wish: EntryInput) => void;
}

/** One person for each ticket of an entry. */
function EntryHolders({ entry, wish, error, onWish }: EntryHoldersProps) {
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
