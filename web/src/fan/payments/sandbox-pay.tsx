import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { useCall } from '../../api/queries.ts';

/** Replaces the payment app: the three possible results at a provider. */
export function SandboxPay({ charge_id }: { charge_id: string }) {
  const { t } = useTranslation('orders-buying');
  const pay = useCall(sandboxPay);
  const choose = (outcome: 'success' | 'fail' | 'timeout') => pay.mutate({ charge_id, outcome });
  const outcome = pay.isSuccess ? pay.variables.outcome : undefined;
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
      aria-labelledby="sandbox-pay"
      style={{ borderStyle: 'dashed' }}
    >
      <Stack gap="sm">
        <Group gap="xs">
          <IconFlask size={20} aria-hidden />
          <Title order={2} fz="md" id="sandbox-pay">
            {t('cashier.sandbox')}
          </Title>
        </Group>
        <Text className="hint">{t('cashier.sandboxText')}</Text>
        <Button fullWidth size="md" loading={pay.isPending} onClick={() => choose('success')}>
          {t('cashier.success')}
        </Button>
        <Group grow>
          <Button variant="default" disabled={pay.isPending} onClick={() => choose('fail')}>
            {t('cashier.fail')}
          </Button>
          <Button variant="default" disabled={pay.isPending} onClick={() => choose('timeout')}>
            {t('cashier.timeout')}
          </Button>
        </Group>
        <div aria-live="polite">
          {outcome === 'fail' && <Alert color="red">{t('cashier.failed')}</Alert>}
          {outcome === 'timeout' && <Alert color="orange">{t('cashier.timedOut')}</Alert>}
        </div>
      </Stack>
    </Paper>
  );
}
