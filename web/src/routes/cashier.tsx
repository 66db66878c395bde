import { createFileRoute } from '@tanstack/react-router';
import { CashierPage } from '../fan/payments/cashier-page.tsx';
import { textIn } from '../shell/search.ts';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/cashier')({
  validateSearch: (search): { out_trade_no?: string | undefined; cart_order_no?: string | undefined } => ({
    out_trade_no: textIn(search, 'out_trade_no'),
    cart_order_no: textIn(search, 'cart_order_no'),
  }),
  ...signedInPage,
  component: CashierPage,
});
