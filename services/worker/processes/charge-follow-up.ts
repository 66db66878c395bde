import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';
import { askAboutCharge, awaitedCharge, chargeOfTimer } from './charge.ts';
import { dueTimeOf } from './due-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Time after which a charge without notice is first queried. */
const FIRST_QUERY_MS = 20 * SECOND;

/** Pauses between queries; cancelled orders are queried too, because they can still be paid. */
const PAUSES: readonly Millis[] = [
  40 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  24 * HOUR,
];

interface Parts {
  payments: Payments;
  committer: Committer;
}

/** Finds payments with a lost notice by querying the provider, at growing intervals. */
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
    const state = await askAboutCharge(parts, chargeOfTimer(timer));
    const pause = PAUSES[timer.attempts];
    const isOver = state?.status === 'paid' || state?.status === 'closed';
    return isOver || pause === undefined ? 'done' : { again_at: now + pause };
  },
});
