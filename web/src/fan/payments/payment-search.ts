import { textIn } from '../../shell/search.ts';
import { type BoughtFor, boughtFor } from '../content/bought-for.ts';

/** The address of a payment and of its result. */
interface PaymentSearch extends BoughtFor {
  out_trade_no?: string | undefined;
  cart_order_no?: string | undefined;
}

export const paymentSearch = (search: Record<string, unknown>): PaymentSearch => ({
  out_trade_no: textIn(search, 'out_trade_no'),
  cart_order_no: textIn(search, 'cart_order_no'),
  ...boughtFor(search),
});
