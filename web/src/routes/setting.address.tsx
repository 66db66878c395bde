import { createFileRoute } from '@tanstack/react-router';
import { AddressPage } from '../fan/delivery/addresses/address-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';
import { signedInPage } from '../shell/session-guard.ts';

interface AddressSearch {
  /** An order, or all orders of a cart, that an address is chosen for. */
  out_trade_no?: string | undefined;
  cart_order_no?: string | undefined;
  /** 1: one came from a page of ours. */
  has_back?: number | undefined;
}

export const Route = createFileRoute('/setting/address')({
  validateSearch: (search): AddressSearch => ({
    out_trade_no: textIn(search, 'out_trade_no'),
    cart_order_no: textIn(search, 'cart_order_no'),
    has_back: wholeIn(search, 'has_back', 0, 1),
  }),
  ...signedInPage,
  component: AddressPage,
});
