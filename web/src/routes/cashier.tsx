import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { CashierPage } from '../fan/payments/cashier-page.tsx';
import { paymentSearch } from '../fan/payments/payment-search.ts';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/cashier')({
  validateSearch: paymentSearch,
  search: { middlewares: [retainSearchParams(['post_id'])] },
  ...signedInPage,
  component: CashierPage,
});
