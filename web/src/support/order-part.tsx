import { Button, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronLeft, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { resendMessages } from '#services/contract/staff/support.ts';
import { useCall } from '../api/queries.ts';
import { useConfirm } from '../components/confirm.tsx';
import { WrittenAddress } from '../components/delivery/country.tsx';
import { Fact } from '../components/fact.tsx';
import { OrderNumber } from '../components/orders/order-number.tsx';
import { OrderStory } from '../components/orders/order-story.tsx';
import { OrderSums } from '../components/orders/order-sums.tsx';
import { Section } from '../components/section.tsx';
import { OrderStatus } from '../fan/orders/order-status.tsx';
import { HandOver } from './hand-over.tsx';

interface Props {
  order: OrderDetail;
  /** Why it is looked at; actions are recorded with it. */
  reason: string;
  /** Left out where no list leads here. */
  onBack?: () => void;
}

/** Support's view of one order: contents, address and story. */
export function OrderPart({ order, reason, onBack }: Props) {
  const { t } = useTranslation('support');
  const { plan, status, user, creator, remark, ext, out_trade_no } = order;
  return (
    <Stack gap="md">
      {onBack !== undefined && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            onClick={onBack}
          >
            {t('back')}
          </Button>
        </Group>
      )}
      <Group gap="sm">
        <Title order={2} fz="xl">
          {plan.name || t('custom')}
        </Title>
        <OrderStatus status={status} />
        {status === ORDER_STATUS.success && (
          <>
            <Resend out_trade_no={out_trade_no} reason={reason} />
            <HandOver out_trade_no={out_trade_no} from={user.user_id} reason={reason} />
          </>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Section title={t('what')}>
          <OrderSums order={order} total={t('total')} />
          <Stack gap={8}>
            <OrderNumber number={out_trade_no} />
            <Fact label={t('fan')}>{user.name}</Fact>
            <Fact label={t('creator')}>{creator.name}</Fact>
            {remark !== '' && <Fact label={t('remark')}>{remark}</Fact>}
            {ext.address !== null && (
              <Fact label={t('address')}>
                {ext.address.name} {ext.address.phone}{' '}
                <WrittenAddress address={ext.address.address} country={ext.address.country} />
              </Fact>
            )}
          </Stack>
        </Section>
        <Section title={t('story')}>
          <OrderStory
            order={order}
            payableUntil={status === ORDER_STATUS.pending ? order.expires_at : undefined}
          />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

/** Sends the messages of the order again. */
function Resend({ out_trade_no, reason }: { out_trade_no: string; reason: string }) {
  const { t } = useTranslation('support');
  const resend = useCall(resendMessages, {
    refresh: false,
    onSuccess: () => void notifications.show({ color: 'green', message: t('resent') }),
  });
  const { confirm, dialog } = useConfirm();
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconMail size={16} aria-hidden />}
        loading={resend.isPending}
        onClick={() =>
          confirm({
            text: t('resendAsk'),
            yes: t('resend'),
            harmless: true,
            onYes: () => resend.mutate({ out_trade_no, reason }),
          })
        }
      >
        {t('resend')}
      </Button>
      {dialog}
    </>
  );
}
