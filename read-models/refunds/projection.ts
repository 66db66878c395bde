import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { insertRows } from '../engine/rows.ts';
import { REFUND_STEPS, type RefundStep, type RefundStepRow } from './tables.ts';

type Begun = Pick<RefundStepRow, 'step' | 'out_trade_no' | 'refund_id' | 'amount'>;

const keyOf = (step: RefundStep, out_trade_no: string, refund_id: string): string =>
  `${step} ${out_trade_no} ${refund_id}`;

/** Of one charge, a right amount can take the place of a wrong one. */
const keyOfLate = (out_trade_no: string, charge_id: string, amount: number): string =>
  `${keyOf('late', out_trade_no, charge_id)} ${amount}`;

/** Refunds that begin to wait with an event. */
function begun({ type, data }: RecordedEvent): Begun | undefined {
  switch (type) {
    case 'RefundRequested':
      return { ...data, step: 'request' };
    case 'OrderRefunded':
      // Free orders have no money to return.
      return data.amount === 0 || data.by === 'dispute' ? undefined : { ...data, step: 'refund' };
    case 'RefundFailed':
      return { ...data, step: 'failed' };
    case 'PaymentDisputed':
      return { ...data, refund_id: data.dispute_id, step: 'dispute' };
    case 'LatePaymentReceived':
      return { ...data, refund_id: data.charge_id, step: 'late' };
    default:
      return undefined;
  }
}

/** Refunds that no longer wait. */
function endedBy({ type, data }: RecordedEvent): string | undefined {
  switch (type) {
    case 'RefundRequestApproved':
    case 'RefundRequestDeclined':
    case 'RefundRequestWithdrawn':
      return keyOf('request', data.out_trade_no, data.refund_id);
    case 'RefundSent':
      return keyOf('refund', data.out_trade_no, data.refund_id);
    case 'LatePaymentReturned':
      return keyOfLate(data.out_trade_no, data.charge_id, data.amount);
    // Its money is at the provider again: it no longer waits for that.
    case 'RefundFailed':
      return keyOf('refund', data.out_trade_no, data.refund_id);
    case 'FailedRefundPaid':
      return keyOf('failed', data.out_trade_no, data.refund_id);
    case 'PaymentDisputeClosed':
      return keyOf('dispute', data.out_trade_no, data.dispute_id);
    default:
      return undefined;
  }
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const made = new Map<string, RefundStepRow>();
  const ended = new Map<string, number>();
  for (const event of events) {
    const { metadata, position } = event;
    const key = endedBy(event);
    // One that was sent and failed later has not waited in between.
    if (key !== undefined && !ended.has(key)) ended.set(key, position);
    const one = metadata.imported ? undefined : begun(event);
    if (one === undefined) continue;
    const { step, out_trade_no, refund_id, amount } = one;
    const step_key =
      step === 'late' ? keyOfLate(out_trade_no, refund_id, amount) : keyOf(step, out_trade_no, refund_id);
    const { creator_id, at: since } = metadata;
    const row = { step_key, step, out_trade_no, refund_id, creator_id, amount, position, since };
    made.set(step_key, { ...row, ended: null });
  }
  await insertRows(tx, REFUND_STEPS, [...made.values()]);
  await tx.query(
    `UPDATE refund_steps SET ended = e.position
       FROM unnest($1::text[], $2::bigint[]) AS e(step_key, position)
      WHERE refund_steps.step_key = e.step_key AND ended IS NULL`,
    [[...ended.keys()], [...ended.values()]],
  );
  return { creators: new Set(), users: new Set() };
}

/** Refunds that wait for a second person of finance, or for the provider. */
export const refundDesk: Projection = {
  name: 'refund_desk',
  version: 5,
  types: [
    'RefundRequested',
    'RefundRequestApproved',
    'RefundRequestDeclined',
    'RefundRequestWithdrawn',
    'OrderRefunded',
    'RefundSent',
    'LatePaymentReceived',
    'LatePaymentReturned',
    'RefundFailed',
    'FailedRefundPaid',
    'PaymentDisputed',
    'PaymentDisputeClosed',
  ],
  whole: ['refundrequest'],
  tables: [REFUND_STEPS],
  project,
};
