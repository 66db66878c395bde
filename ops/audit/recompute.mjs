// Recomputes the books from raw events and compares every account with the ledger, agreements and votes with their read models, and ends of memberships with their payments:
// DATABASE_URL=postgres://… node ops/audit/recompute.mjs [TIME_ZONE] It reads rows by SQL and shares no code with the
// ledger (plain-ledger.mjs). It names streams that begin twice. The exit code is 1 after a difference. Its memory does not grow with the log: PostgreSQL
// sorts the rows.
import pg from 'pg';
import { BEGINNINGS } from '../../events/beginnings.ts';
import { agreementFaults } from './plain-agreements.mjs';
import { plainLedger } from './plain-ledger.mjs';
import { CORRECTION, membershipFaults } from './plain-memberships.mjs';
import { countedEvents, plainStream } from './plain-stream.mjs';
import { voteFaults } from './plain-votes.mjs';

const MAX_NAMED = 20;
const TOLD_EVERY = 10_000;

const began = performance.now();
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
// The books and their position in the log, in one snapshot.
await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
  SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL cursor_tuple_fraction = 1`);
const { rows: checkpoints } = await client.query(
  `SELECT position::float8 AS position FROM rm.checkpoints WHERE name = 'ledger'`,
);
const through = checkpoints[0]?.position ?? 0;
const { rows: shared } = await client.query(
  `SELECT account, debit::float8 AS debit, credit::float8 AS credit FROM rm.ledger_accounts
    WHERE account NOT LIKE 'liabilities:user:%' ORDER BY account`,
);
const { rows: unbalanced } = await client.query(
  `SELECT position::float8 AS position FROM rm.ledger_postings
    GROUP BY position HAVING sum(amount) <> 0 ORDER BY position LIMIT ${MAX_NAMED}`,
);
const { rows: drifted } = await client.query(
  `SELECT account FROM rm.ledger_accounts a
     FULL JOIN (SELECT account, count(*) AS postings, sum(amount) AS amount
                  FROM rm.ledger_postings GROUP BY account) AS p USING (account)
    WHERE a.postings IS DISTINCT FROM p.postings OR a.debit - a.credit IS DISTINCT FROM p.amount
    ORDER BY account LIMIT ${MAX_NAMED}`,
);
const { rows: begunTwice } = await client.query(
  `SELECT stream, type, position::float8 AS position FROM log.events
    WHERE version > 0 AND type = ANY ($1) ORDER BY position LIMIT ${MAX_NAMED}`,
  [[...BEGINNINGS.keys()]],
);
const { events, orders } = await countedEvents(client, through);

const timeZone = process.argv[2] ?? process.env.BUSINESS_TIME_ZONE ?? 'Asia/Shanghai';
const ledger = plainLedger(timeZone);
let taken = 0;
for await (const row of plainStream(client, through)) {
  ledger.take(row);
  taken += 1;
  if (taken % TOLD_EVERY === 0 && process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${taken} events`);
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
const agreements = await agreementFaults(client, MAX_NAMED);
const votes = await voteFaults(client, MAX_NAMED);
const memberships = await membershipFaults(client, through, timeZone, MAX_NAMED);
await client.query('COMMIT');
await client.end();

const { faults, faulty, all, settled, open, settlements, accounts } = ledger.result(shared);
for (const { position } of unbalanced)
  faults.push(`position ${position}: its postings do not add up to zero`);
for (const { account } of drifted) faults.push(`${account}: its balance is not the sum of its postings`);
for (const { stream, type, position } of begunTwice)
  faults.push(`${stream}: ${type} at position ${position} begins it a second time`);
faults.push(...agreements, ...votes, ...memberships.named);
const others =
  unbalanced.length +
  drifted.length +
  begunTwice.length +
  agreements.length +
  votes.length +
  memberships.count;
const differences = faulty + others;

const money = (fen) => (fen / 100).toFixed(2);
console.log(
  `through position ${through}: ${events} events, ${orders} orders, ${settlements} settlements, ${accounts} accounts`,
);
for (const [name, { gross, refunds, net }] of Object.entries({ all, settled, open })) {
  console.log(`${name}: gross ${money(gross)}, refunds ${money(refunds)}, net ${money(net)}`);
}
for (const fault of faults) console.log(`DIFFERS: ${fault}`);
if (differences > faults.length) console.log(`and ${differences - faults.length} more`);
if (memberships.count > 0) console.log(CORRECTION);
const resident = (process.resourceUsage().maxRSS / 1024).toFixed(0);
console.log(`${((performance.now() - began) / 1000).toFixed(1)} s, at most ${resident} MB resident`);
console.log(
  differences === 0
    ? 'every account equals its events'
    : `${differences} differences between the books and their events`,
);
process.exitCode = differences === 0 ? 0 : 1;
