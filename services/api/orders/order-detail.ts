import { asOutTradeNo, type UserId } from '#events/ids.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import { sum, toWire, ZERO } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { membershipStream, orderStream, termsStream, ticketStream } from '#events/stream-names.ts';
import { foldedOrder } from '#read-models/orders/one-order.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { canSetAddress } from '#services/commerce/delivery/set-order-address.ts';
import { allowsRemarkChanges, canChangeRemark } from '#services/commerce/orders/change-remark.ts';
import {
  IMPORT_PROVIDER,
  orderKind,
  type PlacedOrderState,
  refundable,
} from '#services/commerce/orders/order.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import type { Language } from '../http/language.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { repliesOf } from '../replies/order-replies.ts';
import { forMember, orderAnswers } from './order-list.ts';
import { storyOf } from './order-story.ts';

/** An order's own events, those of its tickets and of the fan's memberships with the creator, as the log has them. */
async function eventsOf(
  log: Dependencies['log'],
  { placed, owner }: PlacedOrderState,
): Promise<RecordedEvent[]> {
  const { out_trade_no, creator_id, user_id, membership, tickets } = placed;
  const members = membership === null ? [] : [...new Set([user_id, owner])];
  const streams = [
    orderStream(out_trade_no),
    ...members.map((member) => membershipStream(creator_id, member)),
    ...tickets.map(({ ticket_id }) => ticketStream(ticket_id)),
  ];
  const events = await collectFromStreams(log, streams, (event) => [event]);
  return events.toSorted((a, b) => a.position - b.position);
}

type RemarkParts = Pick<Dependencies, 'accounts' | 'committer'>;

/** Whether a creator is certified: only then the switch for remarks has an effect. */
export const isCertified = ({ accounts }: Pick<RemarkParts, 'accounts'>, creator: UserId): Promise<boolean> =>
  accounts.rights.allows(creator, ({ is_verified }) => is_verified);

/** Those of the creators whose buyers may change their remark once. */
export async function allowingRemarkChanges(
  parts: RemarkParts,
  creators: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  const all = [...new Set(creators)];
  const on = await parts.committer.read(all.map(termsStream), (states) =>
    all.filter((creator) => allowsRemarkChanges(states, creator)),
  );
  const certified = await Promise.all(on.map((creator) => isCertified(parts, creator)));
  return new Set(on.filter((_, n) => certified[n]));
}

function mayDo(order: PlacedOrderState, viewer: UserId, remarkChanges: boolean): OrderDetail['may'] {
  const fan = order.owner === viewer;
  const creator = order.placed.creator_id === viewer;
  const paid = order.phase === 'paid';
  const free = order.placed.total_amount === 0;
  return {
    cancel: order.phase === 'pending',
    pay: fan && order.phase === 'pending',
    set_address: fan && canSetAddress(order),
    change_remark: fan && paid && remarkChanges && canChangeRemark(order),
    // A free order can be revoked once.
    refund: creator && paid && (refundable(order) > 0 || (free && order.refunds.length === 0)),
    // Imported orders were paid elsewhere.
    receipt: paid && order.placed.provider !== IMPORT_PROVIDER,
  };
}

/** An order of any user; undefined when there is none. */
export async function placedOrder(
  { committer }: Pick<Dependencies, 'committer'>,
  out_trade_no: string,
): Promise<PlacedOrderState | undefined> {
  const stream = orderStream(asOutTradeNo(out_trade_no));
  const order = await committer.read([stream], (states) => states.get(orderKind, stream));
  return order.phase === 'none' ? undefined : order;
}

/** An order for its fan or its creator; undefined for others, as if unknown. */
export async function concernedOrder(
  deps: Pick<Dependencies, 'committer'>,
  out_trade_no: string,
  viewer: UserId,
): Promise<PlacedOrderState | undefined> {
  const order = await placedOrder(deps, out_trade_no);
  return order?.owner === viewer || order?.placed.creator_id === viewer ? order : undefined;
}

/** All details of one order: state, timeline, and the viewer's possible actions. */
export async function orderDetail(
  deps: Dependencies,
  order: PlacedOrderState,
  viewer: UserId,
  language: Language,
): Promise<OrderDetail> {
  const { out_trade_no, plan_id, creator_id } = order.placed;
  // Read first, so that the answer is current at least as of this position.
  const position = await deps.log.head();
  if (order.placed.reply_pools.length > 0) await waitForPosition(deps, position, 'replies');
  const events = await eventsOf(deps.log, order);
  const listed = foldedOrder(events, deps.calendar);
  if (listed === undefined) throw new Error(`order ${out_trade_no} has no events`);
  const [[shown], replies, allowing] = await Promise.all([
    orderAnswers(deps, [listed], viewer, language),
    repliesOf(deps, [order]),
    allowingRemarkChanges(deps, [creator_id]),
  ]);
  if (shown === undefined) throw new Error(`order ${out_trade_no} has no answer`);
  const forCreator = creator_id === viewer;
  const telling = { out_trade_no, plan_id, member_until: listed.member_until, forCreator, language };
  const story = storyOf(events, { ...telling, replies: replies.get(out_trade_no) });
  return {
    ...shown,
    now: Math.floor(deps.clock.now() / 1000),
    closed_at: order.phase === 'cancelled' ? Math.floor(order.cancelled_at / 1000) : null,
    returned_amount: toWire(sum(order.late.flatMap(({ returned, amount }) => (returned ? [amount] : [])))),
    refundable_amount: toWire(order.phase === 'paid' ? refundable(order) : ZERO),
    replies: replies.get(out_trade_no)?.list ?? [],
    story,
    may: mayDo(order, viewer, allowing.has(creator_id)),
    position,
  };
}

/** All details for a member of the team: without what the buyer received, refunds and receipts. */
export const detailForMember = (detail: OrderDetail): OrderDetail => ({
  ...forMember(detail),
  replies: [],
  may: { ...detail.may, cancel: false, refund: false, receipt: false },
});
