import type { Caller } from '../http/caller.ts';
import type { OrderDetail } from './contract/order-detail.ts';
import type { Order } from './contract/order-list.ts';

/** Members of the team see neither the creator's notes nor the commissions of partners. */
const forMember = <Shown extends Order>(order: Shown): Shown => ({
  ...order,
  creator_remark: null,
  affiliate: null,
});

/** An order of the creator, for the creator or for a member who acts for the creator. */
export const orderShownTo =
  ({ member_id }: Pick<Caller, 'member_id'>) =>
  (order: Order): Order =>
    member_id === undefined ? order : forMember(order);

/** All details for a member: without what the buyer received, refunds and receipts. */
export const detailForMember = (detail: OrderDetail): OrderDetail => ({
  ...forMember(detail),
  replies: [],
  may: { ...detail.may, cancel: false, refund: false, receipt: false },
});

/** An order behind a figure, for a member who sees statistics: without address, remark and texts of events. */
export const explainedForMember = <Explained extends { order: Order; events: unknown[] }>(
  explained: Explained,
): Explained => {
  const { order } = explained;
  const shown = { ...forMember(order), remark: '', ext: { ...order.ext, address: null } };
  return { ...explained, order: shown, events: [] };
};
