import { createFileRoute } from '@tanstack/react-router';
import { ReceiptPage } from '../fan/payments/receipt/receipt-page.tsx';
import { textIn } from '../shell/search.ts';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/order/receipt')({
  validateSearch: (search): { out_trade_no?: string | undefined } => ({
    out_trade_no: textIn(search, 'out_trade_no'),
  }),
  ...signedInPage,
  component: Receipt,
});

function Receipt() {
  const { out_trade_no } = Route.useSearch();
  return <ReceiptPage out_trade_no={out_trade_no} />;
}
