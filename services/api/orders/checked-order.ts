import type { UserId } from '#events/ids.ts';
import { sum, toWire, ZERO } from '#events/money.ts';
import { EXPRESS_STATUS } from '#events/status.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { canSetAddress } from '#services/commerce/delivery/set-order-address.ts';
import {
  type MembershipState,
  membershipKind,
  noMemberships,
  runOfOrder,
} from '#services/commerce/memberships/membership.ts';
import { type PlacedOrderState, statusOf } from '#services/commerce/orders/order.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import type { OrderRepliesAnswer } from '#services/contract/replies/calls.ts';
import type { DirectoryUser } from '#services/modules/accounts/directory.ts';
import { OPENS_NOTHING } from '#services/modules/content/opened.ts';
import { openedByOrders } from '../content/opened-by.ts';
import { repliesOf } from '../replies/order-replies.ts';

type Parts = Pick<
  Dependencies,
  | 'committer'
  | 'directory'
  | 'vault'
  | 'pool'
  | 'plansAsSold'
  | 'planTexts'
  | 'albumTexts'
  | 'replyTexts'
  | 'postTexts'
  | 'clock'
>;

const seconds = (at: Millis): number => Math.floor(at / 1000);

const giverOf = (order: PlacedOrderState): string => membershipStream(order.placed.creator_id, order.owner);

/** The memberships of paid orders, by their stream. */
async function membershipsOf(
  { committer }: Parts,
  orders: readonly PlacedOrderState[],
): Promise<ReadonlyMap<string, MembershipState>> {
  const giving = orders.filter(({ phase, placed }) => phase === 'paid' && placed.membership !== null);
  const streams = [...new Set(giving.map(giverOf))];
  if (streams.length === 0) return new Map();
  return committer.read(
    streams,
    (states) => new Map(streams.map((stream) => [stream, states.get(membershipKind, stream)])),
  );
}

function membershipAnswer(order: PlacedOrderState, state: MembershipState): CheckedOrder['membership'] {
  const run = runOfOrder(state, order.placed.out_trade_no);
  const last = run?.grants.at(-1);
  if (run === undefined || last === undefined) return null;
  return {
    begin_time: seconds(run.begin),
    plan_id: last.plan_id,
    name: last.plan_name,
    until: last.until === null ? null : seconds(last.until),
  };
}

function deliveryAnswer(order: PlacedOrderState, user: UserId | undefined): CheckedOrder['delivery'] {
  if (!order.placed.need_address) return null;
  const delivery = order.phase === 'paid' ? order.delivery : null;
  const address_ref = order.phase === 'paid' ? order.address_ref : order.placed.address_ref;
  return {
    express_status: delivery === null ? EXPRESS_STATUS.to_send : EXPRESS_STATUS.sent,
    has_address: address_ref !== null,
    may_set_address: order.owner === user && canSetAddress(order),
    state: delivery?.state ?? null,
  };
}

/** The remark as it is now; the fan may have changed it after payment. */
const remarkRef = (order: PlacedOrderState): string | null =>
  order.phase === 'paid' ? order.remark_ref : order.placed.remark_ref;

interface Lookups {
  user: UserId | undefined;
  now: Millis;
  remark: string;
  creator: DirectoryUser | undefined;
  memberships: MembershipState;
  replies: OrderRepliesAnswer | undefined;
  opens: CheckedOrder['opens'];
  pay: CheckedOrder['pay'];
  position: number;
}

function answerOf(order: PlacedOrderState, around: Lookups): CheckedOrder {
  const { placed, late } = order;
  const { creator, remark, pay, position, now, replies, opens } = around;
  return {
    out_trade_no: placed.out_trade_no,
    cart_order_no: placed.cart_order_no ?? '',
    status: statusOf(order),
    total_amount: toWire(placed.total_amount),
    show_amount: toWire(placed.show_amount),
    discount: toWire(placed.discount),
    shipping_fee: toWire(placed.shipping_fee),
    refunded_amount: toWire(order.phase === 'paid' ? order.refunded : ZERO),
    returned_amount: toWire(sum(late.filter(({ returned }) => returned).map(({ amount }) => amount))),
    create_time: seconds(order.placed_at),
    paid_at: order.phase === 'paid' ? seconds(order.paid_at) : null,
    closed_at: order.phase === 'cancelled' ? seconds(order.cancelled_at) : null,
    expires_at: seconds(placed.expires_at),
    now: seconds(now),
    plan: { plan_id: placed.plan_id, name: placed.plan_name, product_type: placed.product_type },
    creator: {
      user_id: placed.creator_id,
      name: creator?.name ?? '',
      url_slug: creator?.url_slug ?? '',
      avatar: creator?.avatar ?? '',
    },
    sku_detail: placed.lines.map(({ sku_id, name, count, price }) => ({
      sku_id,
      name,
      count,
      price: toWire(price),
    })),
    month: placed.month,
    bundle_count: placed.bundle_count,
    ticket_count: placed.tickets.length,
    membership: membershipAnswer(order, around.memberships),
    is_upgrade: placed.upgrade === null ? 0 : 1,
    upgrade_days: placed.upgrade?.left?.days ?? null,
    redeem_id: placed.redeem?.redeem_id ?? '',
    remark,
    need_address: placed.need_address,
    delivery: deliveryAnswer(order, around.user),
    opens,
    replies: replies?.list ?? [],
    reply_pending: replies?.reply_pending ?? false,
    pay,
    own: true,
    position,
  };
}

/**
 * For anyone who has the number: what is bought, from whom, the sums, the state, and where to pay. Nothing about the
 * buyer: no remark, code, membership, delivery, replies, opened posts and refunds.
 */
const forAnyone = (order: CheckedOrder): CheckedOrder => ({
  ...order,
  own: false,
  remark: '',
  redeem_id: '',
  membership: null,
  upgrade_days: null,
  need_address: false,
  delivery: null,
  replies: [],
  reply_pending: false,
  opens: OPENS_NOTHING,
  returned_amount: toWire(ZERO),
  refunded_amount: toWire(ZERO),
});

/** An order is its fan's and its creator's. */
export const concerns = ({ placed, owner }: PlacedOrderState, user: UserId | undefined): boolean =>
  user !== undefined && (owner === user || placed.creator_id === user);

/** Values common to all orders of one answer. */
export interface OrderContext {
  /** undefined: a guest. */
  user: UserId | undefined;
  pay: CheckedOrder['pay'];
  /** The answer holds at least through this position. */
  position: number;
}

/** Orders as their own fan and creator see them, and as anyone with their number does: state and contents. */
export async function checkedOrders(
  parts: Parts,
  orders: readonly PlacedOrderState[],
  { user, pay, position }: OrderContext,
): Promise<CheckedOrder[]> {
  const refs = orders.flatMap((order) => remarkRef(order) ?? []);
  const creators = [...new Set(orders.map(({ placed }) => placed.creator_id))];
  const [users, remarks, memberships, replies, opensOf] = await Promise.all([
    parts.directory.usersByIds(creators),
    refs.length === 0 ? new Map<string, string>() : parts.vault.read(refs),
    membershipsOf(parts, orders),
    repliesOf(parts, orders),
    openedByOrders(parts, orders),
  ]);
  const now = parts.clock.now();
  return orders.map((order) => {
    const { creator_id, out_trade_no } = order.placed;
    const answer = answerOf(order, {
      user,
      now,
      pay,
      position,
      remark: remarks.get(remarkRef(order) ?? '') ?? '',
      creator: users.get(creator_id),
      memberships: memberships.get(giverOf(order)) ?? noMemberships,
      replies: replies.get(out_trade_no),
      opens: opensOf(out_trade_no),
    });
    return concerns(order, user) ? answer : forAnyone(answer);
  });
}
