import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { BOUGHT_FOR } from '../fan/content/bought-for.ts';
import { CashierPage } from '../fan/payments/cashier-page.tsx';
import { paymentSearch } from '../fan/payments/payment-search.ts';

export const Route = createFileRoute('/cashier')({
  validateSearch: paymentSearch,
  search: { middlewares: [retainSearchParams([...BOUGHT_FOR])] },
  component: CashierPage,
});
