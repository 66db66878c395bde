import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';
import { askAboutCharge, awaitedCharge, chargeOfTimer, orUndecided } from './charge.ts';
import { nextCheck } from './check-times.ts';
import { dueTimeOf } from './due-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Time after which a charge without notice is first queried. */
const FIRST_QUERY_MS = 20 * SECOND;

/** Later queries, from the order on; cancelled orders are queried too, because they can still be paid. */
const LATER: readonly Millis[] = [
  MINUTE,
  3 * MINUTE,
  8 * MINUTE,
  18 * MINUTE,
  48 * MINUTE,
  3 * HOUR,
  9 * HOUR,
  33 * HOUR,
];
/** Between queries of an order that stays open for longer. */
const DAILY = 24 * HOUR;

interface Parts {
  payments: Payments;
  committer: Committer;
}

/**
 * Finds payments with a lost notice by querying the provider, at growing intervals. A charge that is closed while its
 * order is open can be followed by another page, so only a cancelled order ends the search then.
 */
export const chargeFollowUp = (parts: Parts): Process => ({
  name: 'charge-follow-up',
  types: ['OrderPlaced', 'OrderPaid'],
  timerFor(event: RecordedEvent<'OrderPlaced' | 'OrderPaid'>) {
    if (event.metadata.imported) return undefined;
    const { out_trade_no } = event.data;
    if (event.type === 'OrderPaid') return { key: out_trade_no, clear: true };
    const data = awaitedCharge(event);
    const due_at = dueTimeOf(event, event.metadata.at + FIRST_QUERY_MS);
    return data && { key: out_trade_no, set: { due_at, data } };
  },
  async fire(timer, now) {
    const charge = chargeOfTimer(timer);
    const answer = await orUndecided(askAboutCharge(parts, charge));
    const status = answer === 'undecided' ? answer : answer?.status;
    const stream = orderStream(charge.out_trade_no);
    const order = await parts.committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase === 'none' || order.phase === 'paid' || status === 'paid') return 'done';
    const isOpen = order.phase === 'pending';
    if (status === 'closed' && !isOpen) return 'done';
    const again_at = nextCheck(order.placed_at, LATER, now) ?? (isOpen ? now + DAILY : undefined);
    return again_at === undefined ? 'done' : { again_at };
  },
});
