import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowsExchange, IconClockDollar, IconReceipt } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { PreparedPrice } from '#services/contract/orders/orders.ts';
import { EC, isRefusal, isSignedOut } from '../../../api/refusal.ts';
import { useBar } from '../../../app/bars.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { WillOpen } from '../../../components/content/opened-posts.tsx';
import { Outcome } from '../../../components/forms/outcome.tsx';
import { AdvancedGoal } from '../../../components/goals/advanced-goal.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { OrderTerms } from '../../../components/orders/order-terms.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import type { limitsOf } from '../../catalog/item/limits.ts';
import type { Draft } from './draft.ts';
import { GuestWays } from './guest-ways.tsx';
import classes from './order-form.module.css';
import { PriceLines } from './price-lines.tsx';
import { openOrderOf, paidOrderOf, type Repriced } from './use-order.ts';

const WAYS_ON = {
  [EC.outOfStock]: 'then.outOfStock',
  [EC.limitReached]: 'then.limitReached',
  [EC.codeUsed]: 'then.codeUsed',
  [EC.redeemUnknown]: 'then.codeUnknown',
  [EC.planDeleted]: 'then.deleted',
} as const;

const hasWayOn = (ec: number): ec is keyof typeof WAYS_ON => ec in WAYS_ON;

/**
 * The possible next steps after a refused order, below its reason.
 * @param ever its purchase limit has no period
 */
function WhatThen({ refusal, ever }: { refusal: unknown; ever: boolean }) {
  const { t } = useLocale('orders-checkout');
  if (!isRefusal(refusal) || !hasWayOn(refusal.ec)) return null;
  return (
    <Text size="sm" mt={4}>
      {t(ever && refusal.ec === EC.limitReached ? 'then.limitEver' : WAYS_ON[refusal.ec])}
    </Text>
  );
}

const ORDER = { place: 'create.place', signIn: 'create.signIn' } as const;
const CUSTOM = { place: 'orders-checkout:custom.place', signIn: 'orders-checkout:custom.signIn' } as const;

interface Props {
  /** null: an amount of the fan's choice. */
  plan: Plan | null;
  /** Undefined while there is nothing to price. */
  price: UseQueryResult<PreparedPrice> | undefined;
  /** The alternative content. */
  unpriced: string;
  /** The choice is newer than the price. */
  settling: boolean;
  refusal: unknown;
  repriced: Repriced | undefined;
  sent: boolean;
  redeemed: boolean;
  signedIn: boolean;
  /** Required input before the order. */
  missing: string | undefined;
  placing: boolean;
  /** What a guest typed: it is there again after signing in. */
  draft: Draft;
  /** The purchase limits of the choice. */
  limits?: ReturnType<typeof limitsOf> | undefined;
  onPlace: () => void;
  /** Though an unpaid order for the same is open. */
  onPlaceAnother: () => void;
  /** To begin when the present membership ends, after a cheaper plan was refused. */
  onLater?: () => void;
  /** A redeem code, and other ways to pay. */
  children?: ReactNode;
}

/** The price line by line, and the button that places the order. */
export function PricePanel(props: Props) {
  const {
    plan,
    price,
    settling,
    refusal,
    repriced,
    sent,
    redeemed,
    signedIn,
    missing,
    placing,
    onPlace,
    limits,
  } = props;
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout']);
  const bar = useBar<HTMLDivElement>('bottom');
  // A quote repeated after a change of stock does not disable the button: the shown total is sent, and another price
  // is refused with it.
  const asking = price?.isPlaceholderData === true || (repriced !== undefined && price?.isFetching === true);
  const updating = settling || asking;
  const settled = price?.data !== undefined && !updating && !price.isError;
  const open = openOrderOf(refusal);
  const paid = paidOrderOf(refusal);
  const refused =
    refusal !== null &&
    refusal !== undefined &&
    repriced === undefined &&
    open === undefined &&
    paid === undefined &&
    !isSignedOut(refusal);
  const ways = plan === null ? CUSTOM : ORDER;
  const label = redeemed
    ? t('orders-checkout:place.redeem')
    : t(repriced === undefined ? ways.place : 'orders-checkout:changed.place');
  const total = settled && !redeemed ? ` · ${formats.money(price.data.total_amount)}` : '';
  return (
    <Section title={t('create.price')}>
      {price === undefined && <Text c="dimmed">{props.unpriced}</Text>}
      {price?.isPending === true && <Skeleton height={120} />}
      {price?.data !== undefined && !price.isError && (
        <div className={updating ? classes.updating : undefined} aria-live="polite" aria-busy={updating}>
          <PriceLines price={price.data} plan={plan} sent={sent} redeemed={redeemed} />
          <AdvancedGoal goal={price.data.goal} />
          <WillOpen opens={price.data.opens} />
          {price.data.attachments.length > 0 && (
            <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
              {t('orders-checkout:line.files', { names: price.data.attachments.join(' · ') })}
            </Text>
          )}
        </div>
      )}
      {props.children}
      {repriced !== undefined && (
        <Outcome
          color="orange"
          icon={<IconArrowsExchange aria-hidden />}
          title={t('orders-checkout:changed.title')}
        >
          {t('orders-checkout:changed.text', {
            before: formats.money(repriced.before),
            now: formats.money(repriced.now),
          })}
        </Outcome>
      )}
      {open !== undefined && (
        <Outcome color="blue" icon={<IconClockDollar aria-hidden />} title={sentenceOf(refusal)}>
          <Text size="sm">{t(limits?.once ? 'orders-checkout:open.only' : 'orders-checkout:open.text')}</Text>
          <Group gap="xs" mt="xs">
            <ButtonLink size="xs" to="/cashier" search={{ out_trade_no: open }}>
              {t('orders-checkout:open.pay')}
            </ButtonLink>
            {!limits?.once && (
              <Button size="xs" variant="default" loading={placing} onClick={props.onPlaceAnother}>
                {t('orders-checkout:open.another')}
              </Button>
            )}
          </Group>
        </Outcome>
      )}
      {paid !== undefined && (
        <Outcome color="blue" icon={<IconReceipt aria-hidden />} title={sentenceOf(refusal)}>
          <Text size="sm">{t('orders-checkout:again.text')}</Text>
          <Group gap="xs" mt="xs">
            <ButtonLink size="xs" to="/dashboard/order/$outTradeNo" params={{ outTradeNo: paid }}>
              {t('orders-checkout:again.see')}
            </ButtonLink>
            <Button size="xs" variant="default" loading={placing} onClick={props.onPlaceAnother}>
              {t('orders-checkout:again.yes')}
            </Button>
          </Group>
        </Outcome>
      )}
      {refused && (
        <Outcome color="red" icon={<IconAlertCircle aria-hidden />} title={t('create.refused')}>
          {sentenceOf(refusal)}
          <WhatThen refusal={refusal} ever={limits?.ever === true} />
          {props.onLater && isRefusal(refusal, EC.downgrade) && (
            <>
              <Text size="sm" mt={4}>
                {t('orders-checkout:later.offer')}
              </Text>
              <Button size="xs" mt="xs" onClick={props.onLater}>
                {t('orders-checkout:later.choose')}
              </Button>
            </>
          )}
        </Outcome>
      )}
      {signedIn && <OrderTerms />}
      <div {...bar} className={classes.place}>
        {signedIn ? (
          <Stack gap={4}>
            <Button
              size="lg"
              fullWidth
              disabled={!settled || missing !== undefined}
              loading={placing}
              onClick={onPlace}
            >
              {label}
              {total}
            </Button>
            {/* On a phone the panel itself may be far below. */}
            {price === undefined && (
              <Text className="hint" ta="center" hiddenFrom="sm" aria-hidden>
                {props.unpriced}
              </Text>
            )}
            {settled && missing !== undefined && (
              <Text className="hint" ta="center" role="status">
                {missing}
              </Text>
            )}
          </Stack>
        ) : (
          <GuestWays draft={props.draft}>
            {t(ways.signIn)}
            {total}
          </GuestWays>
        )}
      </div>
    </Section>
  );
}
