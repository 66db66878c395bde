import { createFileRoute } from '@tanstack/react-router';
import { OrderPage } from '../fan/orders/order-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/order/$outTradeNo')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: OrderPage,
});
