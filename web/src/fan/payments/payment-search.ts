import { textIn } from '../../shell/search.ts';

/** The address of a payment and of its result. */
interface PaymentSearch {
  out_trade_no?: string | undefined;
  cart_order_no?: string | undefined;
  /** The post that this is bought for. */
  post_id?: string | undefined;
}

export const paymentSearch = (search: Record<string, unknown>): PaymentSearch => ({
  out_trade_no: textIn(search, 'out_trade_no'),
  cart_order_no: textIn(search, 'cart_order_no'),
  post_id: textIn(search, 'post_id'),
});
