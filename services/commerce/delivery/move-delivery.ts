import { derivedEventId, type OutTradeNo } from '#events/ids.ts';
import type { DeliveryState } from '#events/orders.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { type Delivery, orderKind } from '../orders/order.ts';

export interface MoveDelivery {
  out_trade_no: OutTradeNo;
  company_id: string;
  express_no: string;
  /** All states that the carrier has of this parcel, oldest first. */
  steps: readonly { state: DeliveryState; at: Millis }[];
  causation_id?: string;
}

export interface MovedDelivery {
  /** null: the order now has another parcel. */
  state: DeliveryState | null;
}

/** After it a parcel moves no more. */
export const isLastState = (state: DeliveryState): boolean => state === 'signed' || state === 'returned';

/** Nothing moves before it was named, whenever the carrier had it: an order's story goes forward. */
const placedInTime = (delivery: Delivery, steps: MoveDelivery['steps']): MoveDelivery['steps'] =>
  steps.map(({ state, at }) => ({ state, at: Math.max(at, delivery.shipped_at) }));

/** The steps after the order's present one, up to a final one. */
function newSteps(delivery: Delivery, all: MoveDelivery['steps']): MoveDelivery['steps'] {
  const steps = placedInTime(delivery, all);
  const known = steps.findLastIndex(
    ({ state, at }) => at < delivery.moved_at || (at === delivery.moved_at && state === delivery.state),
  );
  const fresh = steps.slice(known + 1);
  const last = fresh.findIndex(({ state }) => isLastState(state));
  return last === -1 ? fresh : fresh.slice(0, last + 1);
}

/**
 * Records the carrier's states of an order's parcel, each with its own time. Known states change nothing; neither do
 * states after signature or return, or of a replaced parcel. An unknown order is not_found.
 */
export function moveDelivery(input: MoveDelivery): Command<MovedDelivery> {
  const { out_trade_no, company_id, express_no } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'move_delivery',
    actor: 'process:carrier',
    causation_id: input.causation_id,
    streams: [stream],
    decide(states) {
      const order = states.get(orderKind, stream);
      if (order.phase === 'none') return refuse({ code: 'not_found' });
      const delivery = order.phase === 'paid' ? order.delivery : null;
      if (delivery?.company_id !== company_id || delivery.express_no !== express_no) {
        return accept([], { state: null });
      }
      if (isLastState(delivery.state)) return accept([], { state: delivery.state });
      const { creator_id } = order.placed;
      const steps = newSteps(delivery, input.steps);
      const events = steps.map(({ state, at }): Decided => {
        const about = [out_trade_no, express_no, String(delivery.shipped_at), state, String(at)];
        const event = { type: 'OrderDeliveryMoved' as const, data: { out_trade_no, express_no, state } };
        return { stream, creator_id, event, at, id: derivedEventId(event.type, ...about) };
      });
      return accept(events, { state: steps.at(-1)?.state ?? delivery.state });
    },
  };
}
