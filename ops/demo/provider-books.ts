import type { Pool } from 'pg';
import { chargeIdOf, numberOfCharge, providerRefundId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';

const EVENTS_AT_ONCE = 5_000;
const TYPES = [
  'OrderPaid',
  'AgreementMade',
  'OrderRefunded',
  'RefundSent',
  'WithdrawalRequested',
  'PayoutSucceeded',
];

interface Charge {
  /** The result of later charges by its agreement. */
  agreed?: 'success';
  charge_id: string;
  out_trade_no: string;
  amount: number;
  paid_at: number;
}

interface Refund {
  refund_id: string;
  provider_refund_id: string;
  charge_id: string;
  amount: number;
  sent_at: number;
}

interface PaidOut {
  payout_id: string;
  provider_reference: string;
  user_id: string;
  withdrawal_id: string;
  amount: number;
  paid_at: number;
}

/** The demo's moves of money, in the form of the provider's books. */
interface ProviderMoves {
  charges: Map<string, Charge>;
  refunds: Refund[];
  payouts: PaidOut[];
}

function movesOf(events: Iterable<RecordedEvent>): ProviderMoves {
  const charges = new Map<string, Charge>();
  const chargeOfOrder = new Map<string, string>();
  const refunded = new Map<string, number>();
  const requested = new Map<string, number>();
  const refunds: Refund[] = [];
  const payouts: PaidOut[] = [];
  for (const { type, data, metadata } of events) {
    const { at } = metadata;
    if (type === 'OrderPaid' && data.charge_id !== null) {
      const { charge_id, out_trade_no, amount } = data;
      chargeOfOrder.set(out_trade_no, charge_id);
      // One charge pays all orders of a cart.
      const before = charges.get(charge_id)?.amount ?? 0;
      const number = numberOfCharge(charge_id) ?? out_trade_no;
      charges.set(charge_id, { charge_id, out_trade_no: number, amount: before + amount, paid_at: at });
    } else if (type === 'AgreementMade') {
      const charge = charges.get(chargeIdOf(data.out_trade_no, 1));
      if (charge) charge.agreed = 'success';
    } else if (type === 'OrderRefunded') {
      refunded.set(providerRefundId(data.out_trade_no, data.refund_id), data.amount);
    } else if (type === 'RefundSent') {
      const refund_id = providerRefundId(data.out_trade_no, data.refund_id);
      const charge_id = chargeOfOrder.get(data.out_trade_no);
      const amount = refunded.get(refund_id);
      const { provider_refund_id } = data;
      if (charge_id !== undefined && amount !== undefined)
        refunds.push({ refund_id, provider_refund_id, charge_id, amount, sent_at: at });
    } else if (type === 'WithdrawalRequested') {
      requested.set(data.withdrawal_id, data.amount);
    } else if (type === 'PayoutSucceeded') {
      const { payout_id, provider_reference, user_id, withdrawal_id } = data;
      const amount = requested.get(withdrawal_id) ?? 0;
      payouts.push({ payout_id, provider_reference, user_id, withdrawal_id, amount, paid_at: at });
    }
  }
  return { charges, refunds, payouts };
}

/** Rows as one JSON parameter: one statement per table, for any number. */
const rowsOf = (rows: readonly object[]): string[] => [JSON.stringify(rows)];

async function write(pool: Pool, { charges, refunds, payouts }: ProviderMoves): Promise<void> {
  await pool.query(
    `INSERT INTO sandbox.charges
       (charge_id, out_trade_no, amount, currency, status, created_at, expires_at, paid_at, refunded, agreed)
     SELECT charge_id, out_trade_no, amount, 'CNY', 'paid', paid_at, paid_at, paid_at,
            coalesce((SELECT sum(r.amount) FROM json_to_recordset($2) AS r(charge_id text, amount bigint)
                       WHERE r.charge_id = c.charge_id), 0), agreed
       FROM json_to_recordset($1) AS c(charge_id text, out_trade_no text, amount bigint, paid_at bigint, agreed text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify([...charges.values()]), JSON.stringify(refunds)],
  );
  await pool.query(
    `INSERT INTO sandbox.refunds (refund_id, provider_refund_id, charge_id, amount, created_at)
     SELECT refund_id, provider_refund_id, charge_id, amount, sent_at
       FROM json_to_recordset($1) AS r(refund_id text, provider_refund_id text, charge_id text, amount bigint, sent_at bigint)
     ON CONFLICT DO NOTHING`,
    rowsOf(refunds),
  );
  await pool.query(
    `INSERT INTO sandbox.payouts
       (payout_id, provider_reference, user_id, withdrawal_id, kind, amount, status, settles_at, created_at)
     SELECT payout_id, provider_reference, user_id, withdrawal_id, 'apy', amount, 'accepted', paid_at, paid_at
       FROM json_to_recordset($1) AS p(payout_id text, provider_reference text, user_id text, withdrawal_id text,
                                       amount bigint, paid_at bigint)
     ON CONFLICT DO NOTHING`,
    rowsOf(payouts),
  );
}

/**
 * Writes the demo's payments, refunds and payouts into the sandbox provider's books: they were not paid at its
 * cashier, so its statements would not have them. A repetition changes nothing.
 */
export async function fillProviderBooks(pool: Pool, log: Pick<EventLog, 'readAll'>): Promise<void> {
  const events: RecordedEvent[] = [];
  let through = 0;
  for (let more = true; more; ) {
    const page = await log.readAll(through, { limit: EVENTS_AT_ONCE, types: TYPES });
    events.push(...page.events);
    more = page.through > through;
    through = page.through;
  }
  await write(pool, movesOf(events));
}
