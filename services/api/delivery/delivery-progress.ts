import type { DeliveryState } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { EXPRESS_STATUS } from '#events/status.ts';
import type { PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { Progress } from '#services/contract/delivery/express.ts';
import { companyById } from '#services/modules/delivery/carriers/companies.ts';
import { COMPANY_PAGES } from '#services/modules/delivery/carriers/company-pages.ts';
import {
  type ParcelKey,
  parcelKey,
  type TrackedParcel,
} from '#services/modules/delivery/carriers/tracked-parcels.ts';
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

/** By what a tracking service's answers about the order's parcel are found. */
export function trackedParcelOf(order: PlacedOrderState): ParcelKey | undefined {
  const delivery = order.phase === 'paid' ? order.delivery : null;
  if (order.phase !== 'paid' || delivery === null) return undefined;
  return parcelKey(delivery.company_id, delivery.express_no, order.address_ref);
}

/** The service's own words, newest first; null where no service was asked about this parcel. */
function newsOf(company_id: string, tracked: TrackedParcel | undefined): Parcel['news'] {
  if (tracked === undefined) return null;
  return {
    lines: tracked.lines.map(({ text, at }) => ({ text, time: Math.floor(at / 1000) })),
    failed: tracked.failed,
    company_page: COMPANY_PAGES.get(company_id) ?? '',
  };
}

/** The state of an order's parcel, without personal data. */
export function parcelAnswer(
  order: PlacedOrderState,
  events: readonly RecordedEvent[],
  tracked: TrackedParcel | undefined,
  language: Language,
): Parcel {
  const { out_trade_no } = order.placed;
  const delivery = order.phase === 'paid' ? order.delivery : null;
  if (delivery === null) {
    const none = { company_id: '', company_name: '', express_no: '', state: null, list: [], news: null };
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
    news: newsOf(company_id, tracked),
  };
}
