// Agreements to renewals, computed from raw events and compared with the read model and with the payments of orders. By
// SQL alone; it shares no code with the deciders or the projection.

const TYPES = ['AgreementMade', 'RenewalPlaced', 'RenewalFailed', 'RenewalPaid', 'AgreementEnded'];

/** Each event with the number of its agreement among those of the fan and plan; 0: before the first. */
const EVENTS = `events AS (
  SELECT *, count(*) FILTER (WHERE type = 'AgreementMade') OVER (PARTITION BY plan_id, user_id ORDER BY position) AS number
    FROM (SELECT position, type, m.at, d.* FROM log.events, json_to_record(metadata) AS m (at bigint),
                 json_to_record(data) AS d (plan_id text, user_id text, out_trade_no text, amount bigint, months int,
                   until bigint, attempt int, next_at bigint, reason text)
           WHERE position <= $1 AND type = ANY ($2)) AS all_events)`;

const ROWS = `WITH ${EVENTS}, plain AS (
  SELECT DISTINCT ON (plan_id, user_id) plan_id, user_id,
         max(amount) FILTER (WHERE type = 'AgreementMade') AS amount,
         max(months) FILTER (WHERE type = 'AgreementMade') AS months,
         (array_agg(until ORDER BY position DESC) FILTER (WHERE type IN ('AgreementMade', 'RenewalPaid')))[1] AS until_at,
         count(*) FILTER (WHERE type = 'RenewalPaid') AS renewals,
         max(at) FILTER (WHERE type = 'AgreementEnded') AS ended_at,
         coalesce(max(reason), '') AS reason,
         (array_agg(type ORDER BY position DESC) FILTER (WHERE type <> 'AgreementEnded'))[1] AS last,
         (array_agg(attempt ORDER BY position DESC) FILTER (WHERE type <> 'AgreementEnded'))[1] AS tries,
         (array_agg(out_trade_no ORDER BY position DESC) FILTER (WHERE type LIKE 'Renewal%'))[1] AS last_number
    FROM events WHERE number > 0 GROUP BY plan_id, user_id, number ORDER BY plan_id, user_id, number DESC)
  SELECT coalesce(p.plan_id, a.plan_id) AS plan_id, coalesce(p.user_id, a.user_id) AS user_id
    FROM plain p FULL JOIN rm.agreements a USING (plan_id, user_id)
   WHERE (p.amount, p.months, p.until_at, p.renewals, p.ended_at, p.reason) IS DISTINCT FROM
         (a.amount, a.months, a.until_at, a.renewals, a.ended_at, a.reason)
      OR CASE WHEN p.last IN ('RenewalPlaced', 'RenewalFailed') THEN p.last_number ELSE '' END IS DISTINCT FROM a.open_order
      OR CASE p.last WHEN 'RenewalFailed' THEN p.tries ELSE 0 END IS DISTINCT FROM a.failed
   ORDER BY 1, 2 LIMIT $3`;

/** One query for each rule of money: the orders that break it. */
const RULES = {
  'a period has two orders': `SELECT max(out_trade_no) AS number FROM events WHERE type = 'RenewalPlaced'
     GROUP BY plan_id, user_id, number, until HAVING count(*) > 1`,
  'is charged twice': `SELECT out_trade_no AS number FROM events WHERE type = 'RenewalPaid'
     GROUP BY out_trade_no HAVING count(*) > 1`,
  'is placed without an agreement': `SELECT e.out_trade_no AS number FROM events e WHERE type = 'RenewalPlaced'
     AND (number = 0 OR EXISTS (SELECT FROM events x WHERE x.type = 'AgreementEnded' AND x.position < e.position
       AND (x.plan_id, x.user_id, x.number) = (e.plan_id, e.user_id, e.number)))`,
  'costs more than was agreed': `SELECT e.out_trade_no AS number FROM events e
     JOIN events m ON m.type = 'AgreementMade' AND (m.plan_id, m.user_id, m.number) = (e.plan_id, e.user_id, e.number)
     WHERE e.type = 'RenewalPlaced' AND e.amount > m.amount`,
  'has no payment of its amount': `SELECT e.out_trade_no AS number FROM events e WHERE e.type IN ('AgreementMade', 'RenewalPaid')
     AND (SELECT count(*) FROM log.events o WHERE o.stream = 'order-' || e.out_trade_no AND o.type = 'OrderPaid'
       AND (e.type = 'AgreementMade' OR (o.data->>'amount')::bigint = e.amount)) <> 1`,
};

/**
 * Differences between agreements and their events; none where the read model does not exist.
 * @param most of each kind
 */
export async function agreementFaults(client, most) {
  const { rows: checkpoints } = await client.query(
    `SELECT position FROM rm.checkpoints WHERE name = 'agreements'`,
  );
  const [checkpoint] = checkpoints;
  if (!checkpoint) return [];
  const { rows } = await client.query(ROWS, [checkpoint.position, TYPES, most]);
  const faults = rows.map(
    ({ plan_id, user_id }) => `agreement of ${user_id} for ${plan_id}: not what its events say`,
  );
  for (const [rule, query] of Object.entries(RULES)) {
    const broken = await client.query(`WITH ${EVENTS} ${query} LIMIT $3`, [checkpoint.position, TYPES, most]);
    for (const { number } of broken.rows) faults.push(`renewal ${number}: ${rule}`);
  }
  return faults;
}
