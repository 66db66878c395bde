import { Text } from '@mantine/core';
import { REFUND_STATE } from '#events/status.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import { Name } from '../../components/name.tsx';
import { usePlanName } from '../../components/orders/plan-name.ts';
import { useUpgradeText } from '../../components/orders/upgrade-text.ts';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import type { Column } from '../../components/table/columns.ts';
import { useLocale } from '../../language/use-locale.ts';
import { CodeBadge } from '../affiliates/code-badge.tsx';
import { modelsOf } from './bought-models.ts';
import { OrderStatus, useStatusWord } from './order-status.tsx';

/** Columns of the orders that a creator received. */
export function useOrderColumns(): Column<Order>[] {
  const { t, formats } = useLocale(['orders-received', 'shell']);
  const planName = usePlanName();
  const statusOf = useStatusWord();
  return [
    {
      id: 'buyer',
      head: t('column.buyer'),
      kind: 'name',
      value: ({ user }) => user.name,
      lead: ({ user: { user_id, name, avatar } }) => (
        <PersonPicture name={name} src={avatar} seed={user_id} size={36} />
      ),
    },
    {
      id: 'plan',
      head: t('column.plan'),
      kind: 'name',
      value: planName,
      cell: (order) => <Bought order={order} />,
    },
    {
      id: 'status',
      head: t('column.status'),
      kind: 'status',
      order: ({ status }) => status,
      value: statusOf,
      cell: (order) => <OrderStatus order={order} />,
    },
    { id: 'placed', head: t('column.placed'), kind: 'time', value: ({ create_time }) => create_time },
    {
      id: 'total',
      head: t('column.total'),
      kind: 'money',
      value: ({ total_amount }) => total_amount,
      cell: ({ total_amount, refunded_amount, refund_state }) => (
        <>
          {formats.money(total_amount)}
          {refund_state === REFUND_STATE.part && (
            <Text className="footnote">{t('refundedPart', { money: formats.money(refunded_amount) })}</Text>
          )}
        </>
      ),
    },
    {
      id: 'number',
      head: t('shell:table.number'),
      value: ({ out_trade_no }) => out_trade_no,
      optional: true,
    },
  ];
}

function Bought({ order }: { order: Order }) {
  const { t, formats } = useLocale('orders-received');
  const planName = usePlanName();
  const upgradeText = useUpgradeText();
  const { plan, month } = order;
  const bought =
    upgradeText(order) ?? (month > 0 ? t('months', { count: month }) : formats.words(modelsOf(order)));
  return (
    <>
      <Name inherit>{planName(order)}</Name>
      {plan.plan_id !== '' && <Text className="footnote">{bought}</Text>}
      <CodeBadge order={order} mt={4} />
    </>
  );
}
