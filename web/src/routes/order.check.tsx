import { createFileRoute } from '@tanstack/react-router';
import { CheckPage } from '../fan/payments/check-page.tsx';
import { textIn } from '../shell/search.ts';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/order/check')({
  validateSearch: (search): { out_trade_no?: string | undefined; cart_order_no?: string | undefined } => ({
    out_trade_no: textIn(search, 'out_trade_no'),
    cart_order_no: textIn(search, 'cart_order_no'),
  }),
  ...signedInPage,
  component: CheckPage,
});
