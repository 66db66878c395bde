import type { OutTradeNo } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { isLastState, moveDelivery } from '#services/commerce/delivery/move-delivery.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Addresses } from '#services/modules/delivery/addresses.ts';
import type { Carrier, Recipient } from '#services/modules/delivery/carriers/carrier.ts';
import { lastDigits } from '#services/modules/delivery/phone-digits.ts';
import type { Process } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time before the first query: earlier the carrier hardly knows the parcel. */
const FIRST_QUERY_MS = 10 * MINUTE;

/** The interval of queries by a parcel's age; older parcels are given up. */
const PAUSES: readonly { until: Millis; pause: Millis }[] = [
  { until: 15 * DAY, pause: HOUR },
  { until: 60 * DAY, pause: 6 * HOUR },
];

interface Parts {
  carrier: Carrier;
  addresses: Pick<Addresses, 'read'>;
  committer: Committer;
}

/** An imported order's parcel went its way long ago. */
function parcelOf(event: RecordedEvent<'OrderShipped'>) {
  if (event.metadata.imported) return undefined;
  const { out_trade_no, company_id, express_no } = event.data;
  return { out_trade_no, data: { company_id, express_no, shipped_at: event.metadata.at } };
}

/** Undefined without an address, or after its erasure. */
async function recipientOf(
  { addresses, committer }: Pick<Parts, 'addresses' | 'committer'>,
  out_trade_no: OutTradeNo,
): Promise<Recipient | undefined> {
  const stream = orderStream(out_trade_no);
  const order = await committer.read([stream], (states) => states.get(orderKind, stream));
  const address_ref = order.phase === 'paid' ? order.address_ref : null;
  if (address_ref === null) return undefined;
  const phone = (await addresses.read([address_ref])).get(address_ref)?.phone;
  return phone === undefined ? undefined : { address_ref, phone_digits: lastDigits(phone) };
}

/**
 * Queries the carrier about every parcel until it is signed for or returned, and records its states. A failed query
 * is repeated; an order with a new parcel has that parcel's timer, which replaces this one.
 */
export const parcels = ({ carrier, committer, addresses }: Parts): Process => ({
  name: 'parcels',
  types: ['OrderShipped'],
  timerFor(event: RecordedEvent<'OrderShipped'>) {
    const parcel = parcelOf(event);
    if (parcel === undefined) return undefined;
    const due_at = dueTimeOf(event, event.metadata.at + FIRST_QUERY_MS);
    return { key: parcel.out_trade_no, set: { due_at, data: parcel.data } };
  },
  async fire({ key, data }, now) {
    const out_trade_no = key as OutTradeNo;
    const company_id = String(data.company_id);
    const express_no = String(data.express_no);
    const shipped_at = Number(data.shipped_at);
    const recipient = () => recipientOf({ addresses, committer }, out_trade_no);
    const { steps, wait } = await carrier.track({ company_id, express_no, shipped_at, recipient });
    const causation_id = `tracking ${express_no}`;
    const moved = await committer.submit(
      moveDelivery({ out_trade_no, company_id, express_no, steps, causation_id }),
    );
    const state = moved.accepted ? moved.result.state : null;
    if (state === null || isLastState(state)) return 'done';
    const next = PAUSES.find(({ until }) => now - shipped_at < until);
    return next === undefined ? 'done' : { again_at: now + (wait || next.pause) };
  },
});
