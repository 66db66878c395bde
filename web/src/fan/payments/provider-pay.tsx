import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getPayUrl } from '#services/contract/orders/orders.ts';
import { useCall } from '../../api/queries.ts';
import { CopyButton } from '../../components/copy/copy-button.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { methodOf, type PayMethod, phoneTypeOf } from './pay-methods.ts';
import type { PaymentSubject } from './payment-subject.ts';
import { ScanCode } from './scan-code.tsx';

interface Props {
  due: PaymentSubject;
  /** Address of this cashier. */
  link: string;
}

/** The way to the provider's page, a link for somebody else who pays, and the other methods. */
export function ProviderPay({ due, link }: Props) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout', 'shell']);
  const client = useQueryClient();
  const change = useCall(getPayUrl);
  const method = methodOf(due.pay.py_type) ?? 'strp';
  const named = due.together ? { cart_order_no: due.number } : { out_trade_no: due.number };
  const others = due.pay.methods.filter((one) => one !== method || due.pay.refusal !== '');
  const choose = (py_type: string, then?: (url: string) => void) =>
    change.mutate(
      { ...named, py_type },
      {
        onSuccess: ({ pay }) => then?.(pay.url),
        onSettled: () => void client.invalidateQueries(),
      },
    );
  const label = t('cashier.pay', {
    amount: formats.money(due.total_amount),
    method: t(`orders-checkout:pay.${method}`),
  });
  return (
    <Stack gap="sm" w="100%">
      {due.pay.refusal === '' && due.pay.url === '' && due.pay.code === '' && (
        <Alert color="orange" role="status">
          {t('cashier.unavailable')}
        </Alert>
      )}
      <PhonePay due={due} method={method} label={label} choose={choose} isChanging={change.isPending} />
      {due.pay.url !== '' && due.pay.code === '' && (
        <Box visibleFrom="sm">
          <PayLink url={due.pay.url} label={label} />
        </Box>
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
              onClick={() => choose(py_type)}
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

function PayLink({ url, label }: { url: string; label: string }) {
  return (
    <Button
      component="a"
      href={url}
      size="md"
      fullWidth
      rightSection={<IconExternalLink size={18} aria-hidden />}
    >
      {label}
    </Button>
  );
}

/** WeChat's own browser opens no payment page of another site. */
const isInWechat = (): boolean => navigator.userAgent.includes('MicroMessenger/');

interface PhonePayProps {
  due: PaymentSubject;
  method: PayMethod;
  label: string;
  choose: (py_type: string, then: (url: string) => void) => void;
  isChanging: boolean;
}

/** On a phone: the page that opens the app, which is asked for first if the order was placed elsewhere. */
function PhonePay({ due: { pay }, method, label, choose, isChanging }: PhonePayProps) {
  const { t } = useLocale(['orders-buying', 'orders-checkout']);
  const phoneType = phoneTypeOf(method);
  if (pay.url === '' && pay.code === '') return null;
  const isReady = phoneType === undefined || pay.py_type === phoneType;
  if (isReady && pay.url === '') {
    return (
      <Stack hiddenFrom="sm" align="center" gap="sm">
        <ScanCode text={pay.code} title={t('cashier.qr')} />
        <Text ta="center">{t('cashier.scanSaved', { method: t(`orders-checkout:pay.${method}`) })}</Text>
      </Stack>
    );
  }
  return (
    <Stack hiddenFrom="sm" gap="xs">
      {phoneType !== undefined && isInWechat() && (
        <Alert color="orange" role="status">
          {t('cashier.inWechat', { method: t(`orders-checkout:pay.${method}`) })}
        </Alert>
      )}
      {isReady ? (
        <PayLink url={pay.url} label={label} />
      ) : (
        <Button
          size="md"
          fullWidth
          loading={isChanging}
          onClick={() =>
            choose(phoneType, (url) => {
              if (url !== '') window.location.assign(url);
            })
          }
        >
          {label}
        </Button>
      )}
    </Stack>
  );
}
