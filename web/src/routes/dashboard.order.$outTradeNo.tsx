import { createFileRoute } from '@tanstack/react-router';
import { OrderPage } from '../fan/orders/order-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/order/$outTradeNo')({
  ...signedInPage,
  component: OrderPage,
});
