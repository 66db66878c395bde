import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { OrderEvent } from '#events/order.ts';
import { orderStream, planStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse, type States } from './command.ts';
import type { PaidOrder } from './order.ts';
import { badInput, isRefusal, type Refusal } from './refusal.ts';

export interface ChangeRemark {
  out_trade_no: OutTradeNo;
  /** Whose word it is: the fan's own remark, or the creator's note about the order. */
  by: 'fan' | 'creator';
  user_id: UserId;
  /** Reference into the vault; null takes the remark away. */
  remark_ref: string | null;
  correlation_id?: string;
}

/** The fan's remark can be changed once, when the creator's plan asks for one or lets one be given (commerce specification 4). */
const MOST_CHANGES = 1;

/** Whether the fan can still change what was written with the order. */
export const canChangeRemark = ({ remark_changes }: PaidOrder): boolean => remark_changes < MOST_CHANGES;

function paidOrder(states: States, { out_trade_no, by, user_id }: ChangeRemark): PaidOrder | Refusal {
  const order = states.get('order', orderStream(out_trade_no));
  if (order.phase === 'none') return { code: 'not_found' };
  const owner = by === 'fan' ? order.placed.user_id : order.placed.creator_id;
  if (owner !== user_id) return { code: 'not_found' };
  return order.phase === 'paid' ? order : { code: 'state_does_not_allow' };
}

function fanRefusal(states: States, order: PaidOrder, remark_ref: string | null): Refusal | null {
  if (!canChangeRemark(order)) return { code: 'state_does_not_allow' };
  if (order.placed.plan_id === '') return null;
  const plan = states.get('plan', planStream(order.placed.plan_id));
  const required = plan.phase === 'offered' && plan.offer.remark_required;
  return required && remark_ref === null ? badInput('remark', { key: 'required' }) : null;
}

/**
 * Changes what stands beside a paid order. The fan's remark once, the creator's note as often as they like; the
 * same words again change nothing. Refuses: another's order (not_found), an unpaid one and a second change of the
 * fan's (state_does_not_allow), taking away a remark that the plan asks for.
 */
export function changeRemark(input: ChangeRemark): Command<{ changes: number }> {
  const { out_trade_no, by, user_id, remark_ref } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'change_remark',
    actor: `user:${user_id}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    furtherStreams(states) {
      const order = states.get('order', stream);
      const plan_id = order.phase === 'paid' ? order.placed.plan_id : '';
      return by === 'fan' && plan_id !== '' ? [planStream(plan_id)] : [];
    },
    decide(states) {
      const order = paidOrder(states, input);
      if (isRefusal(order)) return refuse(order);
      const before = by === 'fan' ? order.remark_ref : order.creator_remark_ref;
      if (before === remark_ref) return accept([], { changes: order.remark_changes });
      const refusal = by === 'fan' ? fanRefusal(states, order, remark_ref) : null;
      if (refusal) return refuse(refusal);
      const type = by === 'fan' ? 'OrderRemarkChanged' : 'CreatorRemarkChanged';
      const event: OrderEvent = { type, data: { out_trade_no, remark_ref } };
      const changed: Decided = { stream, creator_id: order.placed.creator_id, event };
      return accept([changed], { changes: order.remark_changes + (by === 'fan' ? 1 : 0) });
    },
  };
}
