import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { BOUGHT_FOR } from '../fan/content/bought-for.ts';
import { CheckPage } from '../fan/payments/check-page.tsx';
import { paymentSearch } from '../fan/payments/payment-search.ts';

export const Route = createFileRoute('/order/check')({
  validateSearch: paymentSearch,
  search: { middlewares: [retainSearchParams([...BOUGHT_FOR])] },
  component: CheckPage,
});
