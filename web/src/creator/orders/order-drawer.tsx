import { Alert, Button, Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconMoodPuzzled, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { cancelOrder } from '#services/contract/orders/orders.ts';
import { useCall } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy/copy-button.tsx';
import { Fact } from '../../components/fact.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { orderQuery } from '../../components/orders/order-query.ts';
import { OrderRefunds } from '../../components/orders/order-refunds.tsx';
import { OrderStory } from '../../components/orders/order-story.tsx';
import { OrderSums } from '../../components/orders/order-sums.tsx';
import { usePlanName } from '../../components/orders/plan-name.ts';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { AffiliatePart } from '../affiliates/affiliate-part.tsx';
import { ShippingPart } from '../delivery/shipping-part.tsx';
import { NotePart } from '../refunds/note-part.tsx';
import { RefundDialog } from '../refunds/refund-dialog.tsx';
import { OrderStatus } from './order-status.tsx';

interface Props {
  /** Undefined: closed. */
  out_trade_no: string | undefined;
  onClose: () => void;
}

/** One order: who, what, how much, what happened, and what can be done. */
export function OrderDrawer({ out_trade_no, onClose }: Props) {
  const { t } = useTranslation('orders-received');
  return (
    <SideDrawer title={out_trade_no && t('order')} width={520} onClose={onClose}>
      {out_trade_no !== undefined && <Found out_trade_no={out_trade_no} />}
    </SideDrawer>
  );
}

function Found({ out_trade_no }: { out_trade_no: string }) {
  const { t } = useTranslation('orders-received');
  const query = useQuery(orderQuery(out_trade_no));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) {
    return (
      <Alert color="gray" icon={<IconMoodPuzzled aria-hidden />} title={t('notFound')}>
        {t('notFoundText')}
      </Alert>
    );
  }
  return (
    <Loaded
      query={query}
      skeleton={
        <Stack>
          <Skeleton height={64} />
          <Skeleton height={160} />
        </Stack>
      }
    >
      {(order) => <OrderFacts order={order} />}
    </Loaded>
  );
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const { t, formats } = useLocale(['orders-received', 'shell', 'orders-after-payment']);
  const planName = usePlanName();
  const { remark, refunds, status } = order;
  return (
    <Stack gap="lg">
      <Buyer order={order} />
      <Stack gap="xs">
        <Text fw={650}>{planName(order)}</Text>
        <OrderSums order={order} total={t('column.total')} />
        {remark !== '' && <Fact label={t('remark')}>{remark}</Fact>}
      </Stack>
      <AffiliatePart order={order} />
      <NotePart order={order} />
      <ShippingPart order={order} />
      {refunds.length > 0 && (
        <Stack gap="xs">
          <Text fw={650}>{t('orders-after-payment:refunds.title')}</Text>
          <OrderRefunds refunds={refunds} />
        </Stack>
      )}
      <OrderStory
        order={order}
        payableUntil={status === ORDER_STATUS.pending ? order.expires_at : undefined}
        payableText={t('payableUntil', { time: formats.dateTime(order.expires_at) })}
      />
      <Divider />
      <Group justify="space-between" gap="xs">
        <Text className="footnote figures" style={{ overflowWrap: 'anywhere' }}>
          {t('number', { number: order.out_trade_no })}
        </Text>
        <CopyButton value={order.out_trade_no}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-xs" onClick={copy}>
              {t(copied ? 'shell:action.copied' : 'shell:action.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Actions order={order} />
    </Stack>
  );
}

function Buyer({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-received');
  const { user } = order;
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={48} />
        <div style={{ minWidth: 0 }}>
          <Text fw={650}>{user.name}</Text>
          <AnchorLink
            to="/dashboard/sponsored-bill"
            search={{ search_q: user.name, search_param_type: 'name' }}
            size="sm"
          >
            {t('allOfBuyer')}
          </AnchorLink>
        </div>
      </Group>
      <OrderStatus order={order} />
    </Group>
  );
}

/** The creator's possible actions: refund, print the receipt, cancel. */
function Actions({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders-received', 'orders-after-payment', 'refunds']);
  const cancel = useCall(cancelOrder, { tells: true });
  const { confirm, dialog } = useConfirm();
  const [refunding, setRefunding] = useState(false);
  const { out_trade_no, may } = order;
  const giveUp = () =>
    confirm({ text: t('cancelAsk'), yes: t('cancel'), onYes: () => cancel.mutate({ out_trade_no }) });
  return (
    <Group gap="xs">
      {may.receipt && (
        <ButtonLink
          to="/order/receipt"
          search={{ out_trade_no }}
          variant="default"
          leftSection={<IconReceipt size={18} aria-hidden />}
        >
          {t('orders-after-payment:receipt.open')}
        </ButtonLink>
      )}
      {may.refund && (
        <Button
          variant="light"
          color="red"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => setRefunding(true)}
        >
          {t('refunds:open')}
        </Button>
      )}
      {may.cancel && (
        <Button variant="light" color="red" loading={cancel.isPending} onClick={giveUp}>
          {t('cancel')}
        </Button>
      )}
      <RefundDialog order={order} opened={refunding} onClose={() => setRefunding(false)} />
      {dialog}
    </Group>
  );
}
