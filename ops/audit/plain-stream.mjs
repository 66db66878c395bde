// The input of plain-ledger.mjs in its order: by creator, each in log order. PostgreSQL sorts it, on disk if it is
// large, so nothing has to be kept in memory.

const ROWS_AT_ONCE = 1_000;

const TYPES = [
  'OrderPlaced',
  'OrderPaid',
  'OrderRefunded',
  'LatePaymentReceived',
  'LatePaymentReturned',
  'RefundFailed',
  'FailedRefundPaid',
  'MonthSettled',
  'IncomeSettled',
  'WithdrawalRequested',
  'WithdrawalRejected',
  'WithdrawalRetried',
  'PayoutSucceeded',
  'PayoutFailed',
  'PayoutDisputeClosed',
  'AccountClosed',
  'StatementLineRecorded',
  'DifferenceResolved',
  'DifferenceReopened',
];
/** Types of which all fields are checked. */
const WHOLE = [
  'FailedRefundPaid',
  'MonthSettled',
  'IncomeSettled',
  'PayoutDisputeClosed',
  'StatementLineRecorded',
  'DifferenceResolved',
  'DifferenceReopened',
];

/**
 * Each event with the start of its order or withdrawal, and earlier refunds. Payments and refunds of an order with an
 * affiliate code appear a second time for its partner. A creator's settlements appear first as announcements, so that
 * their lines are known before they are read. The creator's accounts in the books come last. Imported orders are
 * omitted.
 */
const STREAM = `
  WITH happened AS (
    SELECT position, type, m.at, d.*, (d.affiliate->>'rate_percent')::int AS percent, CASE WHEN type = ANY ($3) THEN data END AS said,
           coalesce(d.out_trade_no, d.user_id || ' ' || d.withdrawal_id, position::text) AS subject
      FROM log.events, json_to_record(metadata) AS m (at bigint, imported boolean),
           json_to_record(data) AS d (out_trade_no text, creator_id text, provider text, total_amount bigint,
             amount bigint, refund_id text, user_id text, withdrawal_id text, affiliate json, "by" text)
     WHERE position <= $1 AND type = ANY ($2) AND m.imported IS NOT TRUE),
  known AS (
    SELECT position, type, at, out_trade_no, refund_id, user_id, amount, said, "by" = 'dispute' AS disputed,
           first_value(CASE WHEN type = 'OrderPlaced' THEN creator_id END) OVER begun AS creator,
           first_value(affiliate->>'partner_id') OVER begun AS partner,
           coalesce(first_value(percent) OVER begun, 0) AS rate,
           first_value(provider) OVER begun AS provider,
           first_value(total_amount) OVER begun AS total,
           first_value(CASE WHEN type = 'WithdrawalRequested' THEN amount END) OVER begun AS asked,
           sum(amount) FILTER (WHERE type = 'OrderRefunded') OVER (begun ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS back
      FROM happened WINDOW begun AS (PARTITION BY subject COLLATE "C" ORDER BY position)),
  turns AS (
    SELECT coalesce(creator, user_id, '') AS owner, 1 AS turn, position,
           CASE WHEN type = 'OrderRefunded' AND disputed THEN 'OrderDisputed' ELSE type END AS type, at, out_trade_no AS number, refund_id,
           amount, provider, total, coalesce(asked, 0) AS asked, coalesce(back, 0) AS back, rate, said AS data
      FROM known WHERE type <> 'OrderPlaced' AND (out_trade_no IS NULL OR creator IS NOT NULL)
    UNION ALL
    SELECT partner, 1, position, CASE type WHEN 'OrderPaid' THEN 'Commission' ELSE 'CommissionBack' END, at, out_trade_no,
           refund_id, amount, provider, total, 0, coalesce(back, 0), rate, NULL
      FROM known WHERE type IN ('OrderPaid', 'OrderRefunded') AND partner IS NOT NULL
    UNION ALL
    SELECT data->>'user_id', 0, position, 'Announced', 0, NULL, NULL, 0, NULL, 0, 0, 0, 0, data
      FROM log.events WHERE position <= $1 AND type = 'MonthSettled'
    UNION ALL
    SELECT split_part(account, ':', 3), 2, 0, 'Told', 0, NULL, NULL, 0, NULL, 0, 0, 0, 0,
           json_build_object('account', account, 'debit', debit, 'credit', credit)
      FROM rm.ledger_accounts WHERE account LIKE 'liabilities:user:%')
  SELECT owner, type, position::float8 AS position, at::float8 AS at, number, refund_id, amount::float8 AS amount,
         provider, total::float8 AS total, asked::float8 AS asked, back::float8 AS back, rate, data
    FROM turns ORDER BY owner COLLATE "C", turn, position`;

/** How much is read: all events, and orders that were placed. @param through log position */
export async function countedEvents(client, through) {
  const { rows } = await client.query(
    `SELECT count(*)::float8 AS events,
            count(*) FILTER (WHERE type = 'OrderPlaced' AND (metadata->>'imported')::boolean IS NOT TRUE)::float8 AS orders
       FROM log.events WHERE position <= $1 AND type = ANY ($2)`,
    [through, TYPES],
  );
  return rows[0];
}

/** The rows, a few thousand in memory at a time. In a transaction that sees one moment. @param through log position */
export async function* plainStream(client, through) {
  await client.query({
    text: `DECLARE plain_stream NO SCROLL CURSOR FOR ${STREAM}`,
    values: [through, TYPES, WHOLE],
  });
  for (;;) {
    const { rows } = await client.query(`FETCH ${ROWS_AT_ONCE} FROM plain_stream`);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('CLOSE plain_stream');
}
