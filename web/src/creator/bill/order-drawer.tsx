import { Alert, Button, CopyButton, Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconMoodPuzzled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/api/contract/orders.ts';
import { ORDER_STATUS } from '../../api/orders.ts';
import { sponsoredBillQuery, useCancelSponsored } from '../../api/sponsored.ts';
import { useFormats } from '../../language/use-formats.ts';
import { useAsk } from '../../parts/ask.tsx';
import { Fact } from '../../parts/fact.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PersonPicture } from '../../parts/person-picture.tsx';
import { timesYuan } from '../../parts/wire-money.ts';
import { ShippingPart } from '../shipping/shipping-part.tsx';
import { SideDrawer } from '../side-drawer.tsx';
import { OrderStatus } from './order-status.tsx';
import { OrderStory } from './order-story.tsx';

interface Props {
  /** Undefined: closed. */
  out_trade_no: string | undefined;
  onClose: () => void;
}

/** One order: who, what, how much, and what happened. */
export function OrderDrawer({ out_trade_no, onClose }: Props) {
  const { t } = useTranslation('bill');
  return (
    <SideDrawer title={out_trade_no && t('order')} width={480} onClose={onClose}>
      {out_trade_no !== undefined && <Found out_trade_no={out_trade_no} />}
    </SideDrawer>
  );
}

function Found({ out_trade_no }: { out_trade_no: string }) {
  const { t } = useTranslation('bill');
  // Asked for by number, so that a shared address shows it whatever the list is narrowed to.
  const query = useQuery(sponsoredBillQuery({ search_q: out_trade_no, search_param_type: 'order_id' }, 1));
  const find = (list: readonly Order[]) => list.find((order) => order.out_trade_no === out_trade_no);
  return (
    <Loaded
      query={query}
      skeleton={
        <Stack>
          <Skeleton height={64} />
          <Skeleton height={160} />
        </Stack>
      }
      isEmpty={({ list }) => find(list) === undefined}
      empty={
        <Alert color="gray" icon={<IconMoodPuzzled aria-hidden />} title={t('notFound')}>
          {t('notFoundText')}
        </Alert>
      }
    >
      {({ list }) => {
        const order = find(list);
        return order === undefined ? null : <OrderFacts order={order} />;
      }}
    </Loaded>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation(['bill', 'shell']);
  const formats = useFormats();
  const cancel = useCancelSponsored();
  const { ask, dialog } = useAsk();
  const { user, plan, month, sku_detail, show_amount, discount, total_amount, remark } = order;
  return (
    <Stack gap="lg">
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
      <Stack gap="xs">
        <Text fw={650}>{plan.name}</Text>
        {month > 0 && <Fact label={t('column.months')}>{t('months', { count: month })}</Fact>}
        {sku_detail.map((line) => (
          <Fact key={line.sku_id} label={line.count === 1 ? line.name : `${line.name} × ${line.count}`}>
            {formats.money(timesYuan(line.price, line.count))}
          </Fact>
        ))}
        <Divider />
        {Number(discount) > 0 && (
          <>
            <Fact label={t('shown')}>{formats.money(show_amount)}</Fact>
            <Fact label={t('discount')}>−{formats.money(discount)}</Fact>
          </>
        )}
        <Fact label={t('column.total')} strong>
          {formats.money(total_amount)}
        </Fact>
        {remark !== '' && <Fact label={t('remark')}>{remark}</Fact>}
      </Stack>
      <ShippingPart order={order} />
      <OrderStory order={order} />
      <Divider />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" className="figures" style={{ overflowWrap: 'anywhere' }}>
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
      {order.status === ORDER_STATUS.pending && (
        <Button
          variant="light"
          color="red"
          loading={cancel.isPending}
          onClick={() =>
            ask({ text: t('cancelAsk'), yes: t('cancel'), onYes: () => cancel.mutate(order.out_trade_no) })
          }
        >
          {t('cancel')}
        </Button>
      )}
      {dialog}
    </Stack>
  );
}
