import { Alert, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { withQuery } from '#services/contract/endpoint.ts';
import { ButtonLink } from '../../components/links.tsx';
import { OrderNumber } from '../../components/orders/order-number.tsx';
import { countdown } from '../../language/format.ts';
import { useLocale } from '../../language/use-locale.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { OrderLines } from '../orders/order-lines.tsx';
import { methodOf } from './pay-methods.ts';
import type { PaymentSubject } from './payment-subject.ts';
import { ProviderPay } from './provider-pay.tsx';
import { SandboxPay } from './sandbox-pay.tsx';
import { ScanCode } from './scan-code.tsx';

/**
 * Seconds left until `expires_at` by the server's clock: this machine's clock only measures the time since the
 * answer.
 * @param now the server's time in its answer, Unix seconds
 * @param answered_at arrival of the answer, milliseconds of this machine's clock
 */
function useCountdown(expires_at: number, now: number, answered_at: number): number {
  const [here, setHere] = useState(() => Date.now());
  const clock = useInterval(() => setHere(Date.now()), 1000);
  useEffect(() => {
    clock.start();
    return clock.stop;
  }, [clock.start, clock.stop]);
  return Math.max(0, expires_at - now - Math.max(0, here - answered_at) / 1000);
}

/** From here on the remaining time is shown as short. */
const SHORT_SECONDS = 120;
const USUAL_SECONDS = 900;

/** The amount, the QR code, and how long it is still held. */
export function Payment({ due, answeredAt }: { due: PaymentSubject; answeredAt: number }) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout', 'cart']);
  usePageTitle(t('cashier.title'));
  const client = useQueryClient();
  const left = useCountdown(due.expires_at, due.now, answeredAt);
  const over = left === 0;
  useEffect(() => {
    if (over) void client.invalidateQueries();
  }, [over, client]);
  const named = due.together ? { cart_order_no: due.number } : { out_trade_no: due.number };
  // Short, and open to everybody who has it: a phone that scans it need not be signed in.
  const link = `${window.location.origin}${withQuery('/cashier', named)}`;
  const method = methodOf(due.pay.py_type);
  const isSandbox = due.pay.provider === 'sandbox';
  const isRefused = due.pay.refusal !== '';
  /** Nobody can pay it, in no way: no time runs. */
  const isHidden = due.pay.refusal === 'not_on_sale';
  const time = countdown(left);
  const { orders } = due;
  const [first] = orders;
  return (
    <Stack gap="md">
      <Paper withBorder p="xl" shadow="sm">
        <Stack gap="md" align="center">
          <VisuallyHidden>
            <h1>{t('cashier.title')}</h1>
          </VisuallyHidden>
          <Text c="dimmed">{t('cashier.amount')}</Text>
          <Text fz={40} fw={650} lh={1.1} className="figures">
            {formats.money(due.total_amount)}
          </Text>
          <Text className="hint" ta="center">
            {orders.length === 1 && first !== undefined
              ? [first.plan.name, first.creator.name].filter((text) => text !== '').join(' · ')
              : t('cart:placed.title', { count: orders.length })}
          </Text>
          {isRefused && (
            <Alert color="orange" role="status">
              {t(due.pay.refusal === 'not_granted' ? 'cashier.notGranted' : 'cashier.notOnSale')}
            </Alert>
          )}
          {!isSandbox && !isHidden && <ProviderPay due={due} link={link} />}
          {/* A phone cannot scan itself. */}
          {!isRefused && (
            <Stack visibleFrom="sm" align="center" gap="md">
              <ScanCode text={due.pay.code || link} title={t('cashier.qr')} />
              <Text>
                {method !== undefined && due.pay.code !== ''
                  ? t('cashier.scanWith', { method: t(`orders-checkout:pay.${method}`) })
                  : t('cashier.scan')}
              </Text>
            </Stack>
          )}
          {!isHidden && (
            <>
              <Stack gap={4} w="100%">
                <Progress
                  value={Math.min(100, (left / USUAL_SECONDS) * 100)}
                  color={left < SHORT_SECONDS ? 'orange' : 'brand'}
                  aria-label={t('cashier.leftLabel')}
                />
                <Text ta="center" className="figures" fw={650} role="timer" aria-live="off">
                  {t('cashier.left', { time })}
                </Text>
              </Stack>
              <Text className="hint" ta="center">
                {t('cashier.waiting')}
              </Text>
            </>
          )}
        </Stack>
      </Paper>
      {isSandbox && !isRefused && <SandboxPay charge_id={due.pay.charge_id} />}
      <Paper withBorder p="lg">
        <Stack gap="lg">
          {orders.map((order) => (
            <Stack key={order.out_trade_no} gap="sm">
              <div>
                <Title order={2} fz="md">
                  {order.plan.name || order.creator.name}
                </Title>
                {orders.length > 1 && <Text className="hint">{order.creator.name}</Text>}
              </div>
              <OrderLines order={order} />
            </Stack>
          ))}
          <OrderNumber number={due.number} together={due.together} />
        </Stack>
      </Paper>
      {due.own && (
        <ButtonLink to="/dashboard/order" variant="subtle">
          {t('cashier.orders')}
        </ButtonLink>
      )}
    </Stack>
  );
}
