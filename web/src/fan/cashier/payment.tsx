import { Box, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { orderQuery } from '../../api/orders.ts';
import { countdown } from '../../language/format.ts';
import { useFormats } from '../../language/use-formats.ts';
import { OrderNumber } from '../../parts/order-number.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { OrderLines } from '../orders/order-lines.tsx';
import { SandboxPay } from './sandbox-pay.tsx';
import { useCountdown } from './use-countdown.ts';

interface Props {
  order: CheckedOrder;
  answeredAt: number;
}

/** From here on the remaining time is shown as short. */
const SHORT_SECONDS = 120;
const USUAL_SECONDS = 900;

/** The amount, the QR code, and how long it is still held. */
export function Payment({ order, answeredAt }: Props) {
  const { t } = useTranslation('buying');
  const formats = useFormats();
  usePageTitle(t('cashier.title'));
  const client = useQueryClient();
  const left = useCountdown(order.expires_at, order.now, answeredAt);
  const over = left === 0;
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: orderQuery(order.out_trade_no).queryKey });
  }, [over, client, order.out_trade_no]);
  const url = new URL(order.pay.url, window.location.origin).href;
  const time = countdown(left);
  return (
    <Stack gap="md">
      <Paper withBorder p="xl" shadow="sm">
        <Stack gap="md" align="center">
          <VisuallyHidden>
            <h1>{t('cashier.title')}</h1>
          </VisuallyHidden>
          <Text c="dimmed">{t('cashier.amount')}</Text>
          <Text fz={40} fw={650} lh={1.1} className="figures">
            {formats.money(order.total_amount)}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {order.plan.name} · {order.creator.name}
          </Text>
          <Box p="md" bg="white" style={{ borderRadius: 16, border: '1px solid var(--fw-line)' }}>
            <QRCodeSVG value={url} size={200} level="M" title={t('cashier.qr')} fgColor="#211a2e" />
          </Box>
          <Text>{t('cashier.scan')}</Text>
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
          <Text size="sm" c="dimmed" ta="center">
            {t('cashier.waiting')}
          </Text>
        </Stack>
      </Paper>
      {order.pay.provider === 'sandbox' && <SandboxPay order={order} />}
      <Paper withBorder p="lg">
        <Stack gap="sm">
          <Title order={2} fz="md">
            {order.plan.name}
          </Title>
          <OrderLines order={order} />
          <OrderNumber number={order.out_trade_no} />
        </Stack>
      </Paper>
    </Stack>
  );
}
