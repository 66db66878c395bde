import { fenOf, toWire } from '#events/money.ts';
import type { ListedOrder } from '#read-models/orders/columns.ts';
import type { DirectoryUser } from '#services/accounts/directory.ts';
import type { Order } from './contract/orders.ts';
import type { Dependencies } from './dependencies.ts';
import type { Language } from './language.ts';
import { extAddress, orderAttr } from './listed-delivery.ts';

/** Fen from a read model to the wire's form. */
export const wire = (fen: number): string => toWire(fenOf(fen));

const person = ({ user_id, name, avatar }: DirectoryUser) => ({ user_id, name, avatar });

/**
 * Orders as people are shown them, with names from the directory, remarks and addresses from the vault. For
 * the order's own fan and creator only: they are the ones a remark is between.
 */
export async function orderAnswers(
  { directory, vault, addresses }: Pick<Dependencies, 'directory' | 'vault' | 'addresses'>,
  orders: readonly ListedOrder[],
  language: Language,
): Promise<Order[]> {
  const people = [...new Set(orders.flatMap((order) => [order.user_id, order.creator_id]))];
  const refs = orders.flatMap(({ remark_ref }) => (remark_ref === null ? [] : [remark_ref]));
  const sentTo = orders.flatMap(({ address_ref }) => (address_ref === null ? [] : [address_ref]));
  const [users, remarks, places] = await Promise.all([
    directory.usersByIds(people),
    refs.length > 0 ? vault.read(refs) : new Map<string, string>(),
    addresses.read(sentTo),
  ]);
  const userOf = (id: string): DirectoryUser => {
    const found = users.get(id);
    if (!found) throw new Error(`the directory left out user ${id}`);
    return found;
  };
  return orders.map((order) => {
    const creator = userOf(order.creator_id);
    return {
      out_trade_no: order.out_trade_no,
      status: order.status,
      plan: { plan_id: order.plan_id, name: order.plan_name, product_type: order.product_type },
      sku_detail: order.lines.map(({ sku_id, name, count, price }) => ({
        sku_id,
        name,
        count,
        price: wire(price),
      })),
      month: order.month,
      show_amount: wire(order.show_amount),
      discount: wire(order.discount),
      total_amount: wire(order.total_amount),
      refunded_amount: wire(order.refunded),
      remark: order.remark_ref === null ? '' : (remarks.get(order.remark_ref) ?? ''),
      create_time: order.create_time,
      paid_at: order.paid_time,
      expires_at: order.expire_time,
      redeem_id: '',
      custom_order_id: order.custom_order_id,
      imported: order.imported,
      order_attr: orderAttr(order, language),
      ext: {
        shipping_fee: wire(order.shipping_fee),
        address: extAddress(order, places),
        remark_updated_times: order.remark_changes,
      },
      user: person(userOf(order.user_id)),
      creator: { ...person(creator), url_slug: creator.url_slug },
    };
  });
}
