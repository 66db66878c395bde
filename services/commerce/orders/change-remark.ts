import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { OrderEvent } from '#events/orders.ts';
import { orderStream, planStream, termsStream } from '#events/stream-names.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { planKind } from '../catalog/plan.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { termsKind } from '../prices/terms.ts';
import { orderKind, type PaidOrder } from './order.ts';

export interface ChangeRemark {
  /** Orders that get it: all of them or none. The reference into the vault is null to take the remark away. */
  orders: readonly { out_trade_no: OutTradeNo; remark_ref: string | null }[];
  /** The author: the fan's remark, or the creator's note. */
  by: 'fan' | 'creator';
  user_id: UserId;
  /** Creators who are certified now: others cannot allow changes. */
  certified?: ReadonlySet<UserId>;
}

/** The fan can change the remark once, if the creator allows it (commerce specification 4). */
const MAX_CHANGES = 1;

/** Whether the fan has a change left, if the creator allows it. */
export const canChangeRemark = ({ remark_changes }: PaidOrder): boolean => remark_changes < MAX_CHANGES;

/** Whether the creator allows changes. */
export const allowsRemarkChanges = (states: States, creator: UserId): boolean =>
  states.get(termsKind, termsStream(creator)).remark_changes;

type Named = ChangeRemark['orders'][number];

function paidOrder(
  states: States,
  { out_trade_no }: Named,
  { by, user_id }: ChangeRemark,
): PaidOrder | Refusal {
  const order = states.get(orderKind, orderStream(out_trade_no));
  if (order.phase === 'none') return { code: 'not_found' };
  const owner = by === 'fan' ? order.owner : order.placed.creator_id;
  if (owner !== user_id) return { code: 'not_found' };
  return order.phase === 'paid' ? order : { code: 'state_does_not_allow' };
}

function fanRefusal(
  states: States,
  order: PaidOrder,
  remark_ref: string | null,
  certified: ChangeRemark['certified'],
): Refusal | null {
  const { creator_id } = order.placed;
  const isAllowed = certified?.has(creator_id) === true && allowsRemarkChanges(states, creator_id);
  if (!isAllowed) return { code: 'remark_fixed' };
  if (!canChangeRemark(order)) return { code: 'state_does_not_allow' };
  if (order.placed.plan_id === '') return null;
  const plan = states.get(planKind, planStream(order.placed.plan_id));
  const required = plan.phase === 'offered' && plan.offer.remark_required;
  return required && remark_ref === null ? badInput('remark', { key: 'required' }) : null;
}

interface Changed {
  events: Decided[];
  /** Times that the fan has changed this order's remark. */
  changes: number;
}

function changeOne(states: States, named: Named, input: ChangeRemark): Changed | Refusal {
  const { out_trade_no, remark_ref } = named;
  const { by } = input;
  const order = paidOrder(states, named, input);
  if (isRefusal(order)) return order;
  const before = by === 'fan' ? order.remark_ref : order.creator_remark_ref;
  if (before === remark_ref) return { events: [], changes: order.remark_changes };
  const refusal = by === 'fan' ? fanRefusal(states, order, remark_ref, input.certified) : null;
  if (refusal) return refusal;
  const type = by === 'fan' ? 'OrderRemarkChanged' : 'CreatorRemarkChanged';
  const event: OrderEvent = { type, data: { out_trade_no, remark_ref } };
  const { creator_id } = order.placed;
  return {
    events: [{ stream: orderStream(out_trade_no), creator_id, event }],
    changes: order.remark_changes + (by === 'fan' ? 1 : 0),
  };
}

/**
 * Changes the texts of paid orders: the fan's remark once, the creator's note at any time; equal texts change
 * nothing. Refuses: another's order (not_found), an unpaid one and the fan's second change (state_does_not_allow),
 * a fan's change that the creator does not allow (remark_fixed), and removing a required remark.
 */
export function changeRemark(input: ChangeRemark): Command<{ changes: number }> {
  const { orders, by, user_id } = input;
  const streams = orders.map(({ out_trade_no }) => orderStream(out_trade_no));
  return {
    name: 'change_remark',
    actor: `user:${user_id}`,
    streams,
    furtherStreams: (states) =>
      by === 'creator'
        ? []
        : streams.flatMap((stream) => {
            const order = states.get(orderKind, stream);
            if (order.phase !== 'paid') return [];
            const { plan_id, creator_id } = order.placed;
            return [termsStream(creator_id), ...(plan_id === '' ? [] : [planStream(plan_id)])];
          }),
    decide(states) {
      const events: Decided[] = [];
      let changes = 0;
      for (const named of orders) {
        const changed = changeOne(states, named, input);
        if (isRefusal(changed)) return refuse(changed);
        events.push(...changed.events);
        changes = Math.max(changes, changed.changes);
      }
      return accept(events, { changes });
    },
  };
}
