import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TICKET_STATUS } from '#events/status.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { Loaded } from '../../components/loaded.tsx';
import { orderTicketsQuery } from '../../components/orders/order-query.ts';
import { type NamedTicket, useRefundForm } from '../../components/refunds/use-refund-form.ts';
import { RefundForm } from './refund-form.tsx';
import { RefundReview } from './refund-review.tsx';

interface Props {
  order: OrderDetail;
  opened: boolean;
  onClose: () => void;
}

/** A refund in three steps: choice, preview, done. */
export function RefundDialog({ order, opened, onClose }: Props) {
  const { t } = useTranslation('refunds');
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')}>
      {opened &&
        (order.ticket_count > 0 ? (
          <WithTickets order={order} onClose={onClose} />
        ) : (
          <Steps order={order} tickets={[]} onClose={onClose} />
        ))}
    </Modal>
  );
}

type StepsProps = Omit<Props, 'opened'>;

/** The order's tickets have to be known first. */
function WithTickets({ order, onClose }: StepsProps) {
  const query = useQuery(orderTicketsQuery(order));
  return (
    <Loaded query={query} skeleton={<Skeleton height={240} />}>
      {({ list }) => (
        <Steps
          order={order}
          onClose={onClose}
          tickets={list
            .filter(({ status }) => status !== TICKET_STATUS.void)
            .map(({ id, sku, status, code, name }) => ({
              id,
              code,
              sku_id: sku.sku_id,
              used: status === TICKET_STATUS.used,
              name: name === '' ? sku.name : name,
            }))}
        />
      )}
    </Loaded>
  );
}

function Steps({ order, tickets, onClose }: StepsProps & { tickets: readonly NamedTicket[] }) {
  const [reviewing, setReviewing] = useState(false);
  const form = useRefundForm(order, tickets);
  return reviewing ? (
    <RefundReview
      form={form}
      onBack={() => {
        form.refund.reset();
        setReviewing(false);
      }}
      onDone={onClose}
    />
  ) : (
    <RefundForm form={form} onNext={() => setReviewing(true)} onCancel={onClose} />
  );
}
