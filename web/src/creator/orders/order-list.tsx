import { Group, Paper, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/api/orders/contract/orders.ts';
import { Name } from '../../components/name.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import classes from '../../components/rows-or-cards.module.css';
import { useFormats } from '../../language/use-formats.ts';
import { CodeBadge } from '../affiliates/code-badge.tsx';
import { OrderStatus } from './order-status.tsx';
import { modelsOf } from './what-was-bought.ts';

interface Props {
  orders: readonly Order[];
  onOpen: (out_trade_no: string) => void;
}

/** The orders: a table on wide screens, cards on small ones. */
export function OrderList(props: Props) {
  return (
    <>
      <OrderTable {...props} />
      <Stack gap="sm" className={classes.cards}>
        {props.orders.map((order) => (
          <OrderCard key={order.out_trade_no} order={order} onOpen={props.onOpen} />
        ))}
      </Stack>
    </>
  );
}

function OrderTable({ orders, onOpen }: Props) {
  const { t } = useTranslation('bill');
  const formats = useFormats();
  return (
    <Paper withBorder className={classes.table} style={{ overflow: 'hidden' }}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.buyer')}</Table.Th>
            <Table.Th>{t('column.plan')}</Table.Th>
            <Table.Th>{t('column.status')}</Table.Th>
            <Table.Th>{t('column.placed')}</Table.Th>
            <Table.Th ta="right">{t('column.total')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order) => (
            <Table.Tr
              key={order.out_trade_no}
              className={classes.row}
              onClick={() => onOpen(order.out_trade_no)}
            >
              <Table.Td className="names">
                <Group gap="sm" wrap="nowrap">
                  <PersonPicture
                    name={order.user.name}
                    src={order.user.avatar}
                    seed={order.user.user_id}
                    size={36}
                  />
                  <UnstyledButton
                    aria-label={t('open', { name: order.user.name, plan: order.plan.name })}
                    miw={0}
                  >
                    <Name td="hover">{order.user.name}</Name>
                  </UnstyledButton>
                </Group>
              </Table.Td>
              <Table.Td className="names">
                <Name>{order.plan.name}</Name>
                <Text size="xs" c="dimmed">
                  {order.month > 0 ? t('months', { count: order.month }) : formats.words(modelsOf(order))}
                </Text>
                <CodeBadge order={order} mt={4} />
              </Table.Td>
              <Table.Td>
                <OrderStatus order={order} />
              </Table.Td>
              <Table.Td className="figures" style={{ whiteSpace: 'nowrap' }}>
                {formats.dateTime(order.create_time)}
              </Table.Td>
              <Table.Td ta="right" className="figures">
                <Text fw={650}>{formats.money(order.total_amount)}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function OrderCard({ order, onOpen }: { order: Order; onOpen: (out_trade_no: string) => void }) {
  const { t } = useTranslation('bill');
  const formats = useFormats();
  return (
    <UnstyledButton className={classes.card} onClick={() => onOpen(order.out_trade_no)}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <PersonPicture name={order.user.name} src={order.user.avatar} seed={order.user.user_id} size={36} />
          <Name>{order.user.name}</Name>
        </Group>
        <Text fw={650} className="figures amount">
          {formats.money(order.total_amount)}
        </Text>
      </Group>
      <Text mt={8}>{order.plan.name}</Text>
      <Text size="sm" c="dimmed">
        {order.month > 0 ? t('months', { count: order.month }) : formats.words(modelsOf(order))}
      </Text>
      <CodeBadge order={order} mt={8} />
      <Group justify="space-between" mt={8} gap="xs">
        <Text size="xs" c="dimmed" className="figures">
          {formats.dateTime(order.create_time)}
        </Text>
        <OrderStatus order={order} size="sm" />
      </Group>
    </UnstyledButton>
  );
}
