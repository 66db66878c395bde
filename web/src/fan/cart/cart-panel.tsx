import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowsExchange } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PreparedCart } from '#services/contract/cart/calls.ts';
import { useBar } from '../../app/bars.ts';
import { Fact } from '../../components/fact.tsx';
import { Outcome } from '../../components/forms/outcome.tsx';
import { OrderTerms } from '../../components/orders/order-terms.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { Repriced } from '../orders/checkout/use-order.ts';
import classes from './cart.module.css';
import { usePickInCart } from './cart-calls.ts';

interface Props {
  picked: number;
  prepared: UseQueryResult<PreparedCart>;
  /** Entries that cannot be bought, and show their reason. */
  blocked: readonly string[];
  /** The selection is newer than the sums. */
  settling: boolean;
  /** Required input before the payment. */
  missing: string | undefined;
  refused: string | undefined;
  repriced: Repriced | undefined;
  ordering: boolean;
  onOrder: () => void;
  /** The way to pay. */
  children?: ReactNode;
}

const isZero = (money: string): boolean => Number(money) === 0;

/** The total of the selected entries, and one button to pay for all. */
export function CartPanel(props: Props) {
  const { picked, prepared, blocked, settling, missing, refused, repriced, ordering, onOrder } = props;
  const { t, formats } = useLocale(['cart', 'orders-checkout']);
  const pick = usePickInCart();
  const bar = useBar<HTMLDivElement>('bottom');
  const { data } = prepared;
  // A quote repeated after a change of stock does not disable the button: the shown total is sent, and another price
  // is refused with it.
  const asking = prepared.isPlaceholderData || (repriced !== undefined && prepared.isFetching);
  const updating = settling || asking;
  const settled = data !== undefined && !updating && !prepared.isError;
  const ready = picked > 0 && settled && data.can_order && missing === undefined;
  const counted = [
    t('panel.picked', { count: picked - blocked.length }),
    ...(blocked.length > 0 ? [t('panel.uncounted', { count: blocked.length })] : []),
  ];
  const leaveOut = blocked.length < picked && (
    <Button size="xs" variant="default" onClick={() => pick.mutate({ cart_id: [...blocked], picked: false })}>
      {t('refusal.leaveOut', { count: blocked.length })}
    </Button>
  );
  return (
    <Section title={t('panel.title')} text={picked > 0 ? counted.join(' · ') : undefined}>
      {picked === 0 && <Text c="dimmed">{t('panel.none')}</Text>}
      {picked > 0 && prepared.isPending && <Skeleton height={120} />}
      {picked > 0 && data !== undefined && (
        <Stack
          gap="sm"
          className={updating ? classes.updating : undefined}
          aria-live="polite"
          aria-busy={updating}
        >
          <Fact label={t('panel.show')}>{formats.money(data.show_amount)}</Fact>
          {!isZero(data.discount) && (
            <Fact label={t('panel.discount')}>
              <Text component="span" c="var(--fw-good)">
                −{formats.money(data.discount)}
              </Text>
            </Fact>
          )}
          {data.need_address && (
            <Fact label={t('panel.shipping')}>
              {data.shipping_unknown
                ? t('panel.addressFirst')
                : isZero(data.shipping_fee)
                  ? t('panel.free')
                  : formats.money(data.shipping_fee)}
            </Fact>
          )}
          <Group justify="space-between" align="baseline">
            <Text fw={650}>{t('panel.total')}</Text>
            <Text fz={30} fw={650} lh={1.2} className="figures">
              {formats.money(data.total_amount)}
            </Text>
          </Group>
        </Stack>
      )}
      {picked > 0 && settled && blocked.length > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertCircle aria-hidden />}
          title={t('panel.refused', { count: blocked.length })}
          visibleFrom="sm"
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('refusal.removeIt', { count: blocked.length })}</Text>
            {leaveOut}
          </Stack>
        </Alert>
      )}
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
      {refused !== undefined && (
        <Outcome color="red" icon={<IconAlertCircle aria-hidden />} title={refused}>
          {t('panel.refusedText')}
        </Outcome>
      )}
      {picked > 0 && props.children}
      {picked > 0 && <OrderTerms />}
      <div {...bar} className={classes.pay}>
        <Stack gap={4}>
          {/* On a phone the panel may be far below, and this stays in sight. */}
          {picked > 0 && settled && blocked.length > 0 && (
            <Group hiddenFrom="sm" justify="space-between" gap="xs" pb={4}>
              <Text size="sm" fw={650} flex={1}>
                {t('panel.refused', { count: blocked.length })}
              </Text>
              {leaveOut}
            </Group>
          )}
          <Button size="lg" fullWidth disabled={!ready} loading={ordering} onClick={onOrder}>
            {picked > 0 && settled
              ? `${t('panel.pay')} · ${formats.money(data.total_amount)}`
              : t('panel.pay')}
          </Button>
          {picked > 0 && settled && missing !== undefined && (
            <Text className="hint" ta="center" role="status">
              {missing}
            </Text>
          )}
        </Stack>
      </div>
    </Section>
  );
}
