import type { Pool } from 'pg';
import type { OutTradeNo } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import type { EventType } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { type Proof, proofsOf } from './proof.ts';

/** Purchase and money; delivery is personal data. */
const OF_MONEY: ReadonlySet<string> = new Set<EventType>([
  'OrderPlaced',
  'OrderPaid',
  'OrderCancelled',
  'OrderRefunded',
  'RefundSent',
  'LatePaymentReceived',
  'LatePaymentReturned',
  'RefundFailed',
  'FailedRefundPaid',
  'PaymentDisputed',
  'PaymentDisputeClosed',
]);

/** An order has a few; one that was refunded in a thousand parts is proven by its newest. */
const MAX_PROVEN = 100;

/** Proofs of an order's events about money, in the order of the log, and how many still wait for their seal. */
export async function orderProof(
  { pool, log }: { pool: Pool; log: Pick<EventLog, 'readStreams'> },
  out_trade_no: OutTradeNo,
): Promise<{ proofs: Proof[]; waiting: number }> {
  const positions = await collectFromStreams(log, [orderStream(out_trade_no)], ({ type, position }) =>
    OF_MONEY.has(type) ? [position] : [],
  );
  // The first event has the purchase; it is always included.
  const wanted = [...positions.slice(0, 1), ...positions.slice(1).slice(1 - MAX_PROVEN)];
  const proofs = await proofsOf(pool, wanted);
  return { proofs, waiting: wanted.length - proofs.length };
}
