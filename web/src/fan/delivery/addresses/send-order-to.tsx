import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronLeft } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Address } from '#services/contract/delivery/addresses.ts';
import { updateOrderAddress } from '#services/contract/delivery/express.ts';
import { useCall } from '../../../api/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { AddressList } from './address-list.tsx';

interface Props {
  /** The order, or all orders of the cart, that an address is chosen for. */
  order: { out_trade_no?: string | undefined; cart_order_no?: string | undefined };
  /** After a visit from one of our pages, it can go back there. */
  hasBack: boolean;
}

/** Chooses, or writes down, where an order that is paid goes; then leads to the order. */
export function SendOrderTo({ order, hasBack }: Props) {
  const { t } = useTranslation('delivery-addresses');
  usePageTitle(t('order.title'));
  const router = useRouter();
  const navigate = useNavigate();
  const send = useCall(updateOrderAddress);
  const { confirm, dialog } = useConfirm();
  const leave = (): void => {
    if (hasBack && router.history.canGoBack()) router.history.back();
    else if (order.out_trade_no === undefined) void navigate({ to: '/dashboard/order' });
    else void navigate({ to: '/dashboard/order/$outTradeNo', params: { outTradeNo: order.out_trade_no } });
  };
  const choose = ({ address_id }: Address) =>
    confirm({
      text: t('order.ask'),
      yes: t('order.sendHere'),
      onYes: () =>
        send.mutate(
          { ...order, user_address_id: address_id },
          {
            onSuccess: () => {
              notifications.show({ color: 'green', message: t('order.done') });
              leave();
            },
          },
        ),
    });
  return (
    <Container size="sm" py="xl">
      <Stack gap="lg">
        {hasBack && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            onClick={leave}
          >
            {t('order.back')}
          </Button>
        )}
        <div>
          <Title order={1}>{t('order.title')}</Title>
          <Text c="dimmed">{t('order.text')}</Text>
        </div>
        <AddressList
          actionOf={(address) => (
            <Button
              size="xs"
              variant="light"
              loading={send.isPending && send.variables.user_address_id === address.address_id}
              aria-label={t('order.sendTo', { name: address.name })}
              onClick={() => choose(address)}
            >
              {t('order.sendHere')}
            </Button>
          )}
        />
      </Stack>
      {dialog}
    </Container>
  );
}
