import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getPayUrl } from '#services/contract/orders/orders.ts';
import { useCall } from '../../api/queries.ts';
import { CopyButton } from '../../components/copy/copy-button.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { methodOf, usePayMethods } from './pay-methods.ts';
import type { PaymentSubject } from './payment-subject.ts';

interface Props {
  due: PaymentSubject;
  /** Address of this cashier. */
  link: string;
}

/** The way to the provider's page, a link for somebody else who pays, and the other methods. */
export function ProviderPay({ due, link }: Props) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout', 'shell']);
  const client = useQueryClient();
  const methods = usePayMethods() ?? [];
  const change = useCall(getPayUrl);
  const method = methodOf(due.pay.py_type, methods);
  const named = due.together ? { cart_order_no: due.number } : { out_trade_no: due.number };
  const others = methods.filter((one) => one !== method);
  return (
    <Stack gap="sm" w="100%">
      {due.pay.url === '' ? (
        <Alert color="orange" role="status">
          {t('cashier.unavailable')}
        </Alert>
      ) : (
        <Button
          component="a"
          href={due.pay.url}
          size="md"
          fullWidth
          rightSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('cashier.pay', {
            amount: formats.money(due.total_amount),
            method: t(`orders-checkout:pay.${method ?? 'strp'}`),
          })}
        </Button>
      )}
      {others.length > 0 && (
        <Group gap="xs" justify="center">
          <Text className="hint">{t('cashier.other')}</Text>
          {others.map((py_type) => (
            <Button
              key={py_type}
              variant="default"
              size="xs"
              loading={change.isPending && change.variables.py_type === py_type}
              disabled={change.isPending}
              onClick={() =>
                change.mutate({ ...named, py_type }, { onSettled: () => void client.invalidateQueries() })
              }
            >
              {t(`orders-checkout:pay.${py_type}`)}
            </Button>
          ))}
        </Group>
      )}
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            size="xs"
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? t('shell:action.copied') : t('cashier.link')}
          </Button>
        )}
      </CopyButton>
      <Text className="hint" ta="center">
        {t('cashier.linkText')}
      </Text>
    </Stack>
  );
}
