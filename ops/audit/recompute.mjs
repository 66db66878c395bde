// Works the books out again from the raw events and compares every account with what the ledger says:
//   DATABASE_URL=postgres://… node ops/audit/recompute.mjs [TIME_ZONE]
// It reads rows by SQL and shares no code with the ledger (plain-ledger.mjs). Ends with 1 when anything differs.
import pg from 'pg';
import { plainLedger, TYPES } from './plain-ledger.mjs';

const EVENTS_AT_ONCE = 20_000;
const MOST_NAMED = 20;

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
// The books and how far they have read the log, of one moment.
await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
const { rows: checkpoints } = await client.query(
  `SELECT position::float8 AS position FROM rm.checkpoints WHERE name = 'ledger'`,
);
const through = checkpoints[0]?.position ?? 0;
const { rows: told } = await client.query(
  `SELECT account, debit::float8 AS debit, credit::float8 AS credit FROM rm.ledger_accounts`,
);
const { rows: unbalanced } = await client.query(
  `SELECT position::float8 AS position FROM rm.ledger_postings
    GROUP BY position HAVING sum(amount) <> 0 ORDER BY position LIMIT ${MOST_NAMED}`,
);
const { rows: drifted } = await client.query(
  `SELECT account FROM rm.ledger_accounts a
     FULL JOIN (SELECT account, count(*) AS postings, sum(amount) AS amount
                  FROM rm.ledger_postings GROUP BY account) AS p USING (account)
    WHERE a.postings IS DISTINCT FROM p.postings OR a.debit - a.credit IS DISTINCT FROM p.amount
    ORDER BY account LIMIT ${MOST_NAMED}`,
);

const ledger = plainLedger(process.argv[2] ?? process.env.BUSINESS_TIME_ZONE ?? 'Asia/Shanghai');
let events = 0;
for (let after = 0; ; ) {
  const { rows } = await client.query(
    `SELECT position::float8 AS position, type, data, metadata FROM log.events
      WHERE position > $1 AND position <= $2 AND type = ANY ($3) ORDER BY position LIMIT ${EVENTS_AT_ONCE}`,
    [after, through, TYPES],
  );
  for (const event of rows) ledger.take(event);
  events += rows.length;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${events} events`);
  if (rows.length < EVENTS_AT_ONCE) break;
  after = rows.at(-1).position;
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
await client.query('COMMIT');
await client.end();

const { accounts, faults, all, settled, open, settlements, orders } = ledger.result();
let sum = 0;
const named = new Set();
for (const { account, debit, credit } of told) {
  named.add(account);
  sum += debit - credit;
  const mine = accounts.get(account) ?? 0;
  if (debit - credit !== mine) faults.push(`${account}: the books say ${debit - credit}, its events ${mine}`);
}
for (const [account, mine] of accounts) {
  if (!named.has(account) && mine !== 0) faults.push(`${account}: not in the books, its events say ${mine}`);
}
if (sum !== 0) faults.push(`all accounts together come to ${sum}, not to zero`);
for (const { position } of unbalanced)
  faults.push(`position ${position}: its postings do not add up to zero`);
for (const { account } of drifted) faults.push(`${account}: its balance is not the sum of its postings`);

const money = (fen) => (fen / 100).toFixed(2);
console.log(
  `through position ${through}: ${events} events, ${orders} orders, ${settlements} settlements, ${told.length} accounts`,
);
for (const [name, { gross, refunds, net }] of Object.entries({ all, settled, open })) {
  console.log(`${name}: gross ${money(gross)}, refunds ${money(refunds)}, net ${money(net)}`);
}
for (const fault of faults.slice(0, MOST_NAMED)) console.log(`DIFFERS: ${fault}`);
if (faults.length > MOST_NAMED) console.log(`and ${faults.length - MOST_NAMED} more`);
console.log(
  faults.length === 0
    ? 'every account is what its events come to'
    : `${faults.length} differences between the books and their events`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
