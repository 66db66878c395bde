import { ORDER_STATUS } from '#events/status.ts';
import { type CheckedCart, type CheckedOrder, checkOrder } from '#services/contract/orders/orders.ts';
import { queryOf } from '../../api/queries.ts';
import { CHECK_MS } from '../../components/orders/order-query.ts';

type Checked = CheckedOrder | CheckedCart;

function oneOrder(checked: Checked): CheckedOrder {
  if ('orders' in checked) throw new Error('expected an order, got a cart');
  return checked;
}
function wholeCart(checked: Checked): CheckedCart {
  if (!('orders' in checked)) throw new Error('expected a cart, got an order');
  return checked;
}

const checked = <Data>(
  input: { out_trade_no: string } | { cart_order_no: string },
  select: (found: Checked) => Data,
) =>
  queryOf(checkOrder, input, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === ORDER_STATUS.pending ? CHECK_MS : false),
    select,
  });

/** One of the caller's orders; loaded again while it waits for payment. */
export const checkedOrder = (out_trade_no: string) => checked({ out_trade_no }, oneOrder);

/** Orders that are paid together; loaded again while they wait for payment. */
export const checkedCart = (cart_order_no: string) => checked({ cart_order_no }, wholeCart);
