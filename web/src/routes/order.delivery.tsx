import { createFileRoute } from '@tanstack/react-router';
import { TrackingPage } from '../fan/delivery/tracking-page.tsx';
import { textIn } from '../shell/search.ts';

interface DeliverySearch {
  out_trade_no?: string | undefined;
  cart_order_no?: string | undefined;
  number?: string | undefined;
  mobile?: string | undefined;
  express_name?: string | undefined;
}

export const Route = createFileRoute('/order/delivery')({
  validateSearch: (search): DeliverySearch => ({
    out_trade_no: textIn(search, 'out_trade_no'),
    cart_order_no: textIn(search, 'cart_order_no'),
    number: textIn(search, 'number'),
    mobile: textIn(search, 'mobile'),
    express_name: textIn(search, 'express_name'),
  }),
  component: TrackingPage,
});
