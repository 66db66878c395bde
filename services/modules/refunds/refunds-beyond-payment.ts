import type { Pool } from 'pg';
import type { Fen } from '#events/money.ts';

interface RefundBeyondPayment {
  /** Of the order. */
  stream: string;
  paid: Fen;
  refunded: Fen;
}

/** Orders of which the log has more refunded than was paid, oldest first; 100 at most. Reads the whole log. */
export async function refundsBeyondPayment(pool: Pool): Promise<RefundBeyondPayment[]> {
  const { rows } = await pool.query<RefundBeyondPayment>(
    `SELECT stream, coalesce(sum(amount) FILTER (WHERE type = 'OrderPaid'), 0)::bigint AS paid,
            sum(amount) FILTER (WHERE type = 'OrderRefunded')::bigint AS refunded
       FROM (SELECT position, stream, type, (data->>'amount')::bigint AS amount FROM log.events
              WHERE type IN ('OrderPaid', 'OrderRefunded')) AS moved
      GROUP BY stream
     HAVING sum(amount) FILTER (WHERE type = 'OrderRefunded')
              > coalesce(sum(amount) FILTER (WHERE type = 'OrderPaid'), 0)
      ORDER BY min(position) LIMIT 100`,
  );
  return rows;
}
