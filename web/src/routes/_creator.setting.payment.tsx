import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage, type PaymentSearch } from '../creator/withdrawals/methods/payment-page.tsx';
import { METHODS } from '../creator/withdrawals/withdraw-methods.ts';
import { oneOf } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/setting/payment')({
  validateSearch: (search): PaymentSearch => ({ method: oneOf(search, 'method', METHODS) }),
  component: searchPage(PaymentPage),
});
