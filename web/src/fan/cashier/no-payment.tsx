import { Container, EmptyState } from '@mantine/core';
import { IconClockX, IconReceiptOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { againSearch } from '../orders/order-again.ts';

/** An order number that is not the caller's, or none. */
export function NoOrder() {
  const { t } = useTranslation('buying');
  return (
    <Container size="xs" py={80}>
      <EmptyState
        size="lg"
        variant="light"
        icon={<IconReceiptOff aria-hidden />}
        title={<h1 style={{ font: 'inherit', margin: 0 }}>{t('cashier.noOrder')}</h1>}
        description={t('cashier.noOrderText')}
      >
        <EmptyState.Actions>
          <ButtonLink to="/dashboard/order">{t('cashier.orders')}</ButtonLink>
        </EmptyState.Actions>
      </EmptyState>
    </Container>
  );
}

/** The time to pay ran out, or the order was cancelled. */
export function Closed({ order }: { order: CheckedOrder }) {
  const { t } = useTranslation('buying');
  return (
    <EmptyState
      size="lg"
      variant="light"
      color="orange"
      py={48}
      icon={<IconClockX aria-hidden />}
      title={<h1 style={{ font: 'inherit', margin: 0 }}>{t('cashier.closed')}</h1>}
      description={t('cashier.closedText')}
    >
      <EmptyState.Actions>
        <ButtonLink to="/order/create" search={againSearch(order)}>
          {t('cashier.again')}
        </ButtonLink>
        <ButtonLink to="/dashboard/order" variant="light">
          {t('cashier.orders')}
        </ButtonLink>
      </EmptyState.Actions>
    </EmptyState>
  );
}
