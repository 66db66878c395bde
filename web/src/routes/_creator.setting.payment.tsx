import { createFileRoute } from '@tanstack/react-router';
import type { MethodKind } from '#events/status.ts';
import { PaymentPage } from '../creator/withdrawals/methods/payment-page.tsx';
import { METHODS } from '../creator/withdrawals/withdraw-methods.ts';
import { oneOf } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/setting/payment')({
  validateSearch: (search): { method?: MethodKind | undefined } => ({
    method: oneOf(search, 'method', METHODS),
  }),
  component: Payment,
});

function Payment() {
  const { method } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PaymentPage
      method={method}
      onMethod={(chosen) => void navigate({ search: { method: chosen }, resetScroll: false })}
    />
  );
}
