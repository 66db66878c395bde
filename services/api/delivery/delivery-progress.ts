import type { DeliveryState } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { EXPRESS_STATUS } from '#events/status.ts';
import type { PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { Progress } from '#services/contract/delivery/express.ts';
import { companyById } from '#services/modules/delivery/carriers/companies.ts';
import type { Language } from '../http/language.ts';

interface Step {
  state: DeliveryState;
  time: number;
}

/** Whether an order's event is about its parcel. */
export const ofParcel = ({ type }: RecordedEvent): boolean =>
  type === 'OrderShipped' || type === 'OrderDeliveryMoved';

/** Where the order's present parcel has been, newest first; its events are the order's own. */
function stepsOf(events: readonly RecordedEvent[]): Step[] {
  let steps: Step[] = [];
  for (const { type, data, metadata } of events) {
    const time = Math.floor(metadata.at / 1000);
    if (type === 'OrderShipped') steps = [{ state: 'processing', time }];
    else if (type === 'OrderDeliveryMoved') steps.push({ state: data.state, time });
  }
  return steps.reverse();
}

type Parcel = Omit<Progress, 'address' | 'may_set_address'>;

/** The state of an order's parcel, without personal data. */
export function parcelAnswer(
  order: PlacedOrderState,
  events: readonly RecordedEvent[],
  language: Language,
): Parcel {
  const { out_trade_no } = order.placed;
  const delivery = order.phase === 'paid' ? order.delivery : null;
  if (delivery === null) {
    const none = { company_id: '', company_name: '', express_no: '', state: null, list: [] };
    return { out_trade_no, express_status: EXPRESS_STATUS.to_send, ...none };
  }
  const { company_id, express_no, state } = delivery;
  const company_name = companyById(company_id)?.[language] ?? company_id;
  return {
    out_trade_no,
    express_status: EXPRESS_STATUS.sent,
    company_id,
    company_name,
    express_no,
    state,
    list: stepsOf(events),
  };
}
