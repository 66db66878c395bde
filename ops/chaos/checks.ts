import type { Pool } from 'pg';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { recomputeFaults } from '#ops/simulation/check-books.ts';
import type { Counts } from '#ops/simulation/counts.ts';
import { providerFaults } from '#ops/simulation/provider-books.ts';
import { allProjections } from '#read-models/all.ts';
import { checkEquality } from '#read-models/engine/equality.ts';
import { journalFaults } from './check-journal.ts';
import type { Entry } from './journal.ts';
import { LOG_CHECKS, type LogFacts, type RawEvent } from './log-facts.ts';
import { logReader } from './log-reader.ts';

export interface Check {
  name: string;
  faults: readonly string[];
}

const EVENTS_PER_PAGE = 5_000;

/** Reads the whole log by SQL. @param limits by plan: units that one fan may have of it */
async function readLog(pool: Pool, limits: ReadonlyMap<string, number>): Promise<LogFacts> {
  const reader = logReader(limits);
  for (let after = 0; ; after += EVENTS_PER_PAGE) {
    const { rows } = await pool.query<RawEvent>(
      `SELECT position, stream, version, type, data FROM log.events
        WHERE position > $1 AND position <= $2 ORDER BY position`,
      [after, after + EVENTS_PER_PAGE],
    );
    if (rows.length === 0) return reader.facts();
    for (const row of rows) reader.take(row);
  }
}

/** Positions at which the postings of the books do not add up to zero. */
async function unbalanced(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ position: number; sum: string }>(
    `SELECT position, sum(amount) FROM rm.ledger_postings GROUP BY position HAVING sum(amount) <> 0 ORDER BY position`,
  );
  return rows.map(({ position, sum }) => `position ${position}: postings add up to ${sum}`);
}

/** Charges with refunds above the payment. */
async function overRefunded(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ charge_id: string; back: string; amount: number }>(
    `SELECT charge_id, sum(r.amount) AS back, c.amount FROM sandbox.refunds r JOIN sandbox.charges c USING (charge_id)
      GROUP BY charge_id, c.amount HAVING sum(r.amount) > c.amount`,
  );
  return rows.map(
    ({ charge_id, back, amount }) => `charge ${charge_id}: the provider gave back ${back} of ${amount}`,
  );
}

/** Ended agreements by which the provider would still charge. */
async function chargeableAfterEnd(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ number: string }>(
    `SELECT c.out_trade_no AS number FROM sandbox.charges c
       JOIN log.events m ON m.type = 'AgreementMade' AND m.data->>'out_trade_no' = c.out_trade_no
      WHERE c.agreed IS NOT NULL AND EXISTS (SELECT FROM log.events e
        WHERE e.stream = m.stream AND e.type = 'AgreementEnded' AND e.position > m.position)`,
  );
  return rows.map(({ number }) => `the agreement of order ${number} has not ended at the provider`);
}

async function rebuilt(pool: Pool): Promise<string[]> {
  const log = postgresLog(pool);
  const faults: string[] = [];
  try {
    for (const projection of allProjections(businessCalendar(DEFAULT_TIME_ZONE))) {
      const { equal, live, rebuilt: built } = await checkEquality(pool, log, projection);
      const tables = live
        .filter(({ hash }, number) => hash !== built[number]?.hash)
        .map(({ table }) => table);
      if (!equal)
        faults.push(`${projection.name}: a rebuild differs in ${tables.join(', ') || 'its position'}`);
    }
  } finally {
    await log.close();
  }
  return faults;
}

/** What happened to agreements, so that a run without renewals does not pass. */
function renewalChecks({ agreements }: LogFacts, counts: Counts): Check {
  const all = [...agreements.values()];
  const kinds = ['made', 'placed', 'paid', 'ended'] as const;
  for (const kind of kinds) {
    for (const reason of all.flatMap((one) => one[kind]))
      counts.add(kind === 'ended' ? `agreement ended: ${reason}` : `agreement: ${kind}`);
  }
  const charged = all.some(({ paid }) => paid.length > 0);
  return { name: 'renewals were charged', faults: charged ? [] : ['none'] };
}

/** All invariants at the end of a run. */
export async function check(
  pool: Pool,
  databaseUrl: string,
  entries: readonly Entry[],
  { limits, counts }: { limits: ReadonlyMap<string, number>; counts: Counts },
): Promise<Check[]> {
  const facts = await readLog(pool, limits);
  return [
    { name: 'journal', faults: journalFaults(entries, facts) },
    ...LOG_CHECKS.map((name) => ({ name, faults: facts.faults[name] })),
    renewalChecks(facts, counts),
    { name: 'books add up to zero', faults: await unbalanced(pool) },
    { name: 'recomputation', faults: await recomputeFaults(databaseUrl) },
    {
      name: "provider's books",
      faults: [
        ...(await providerFaults(pool)),
        ...(await overRefunded(pool)),
        ...(await chargeableAfterEnd(pool)),
      ],
    },
    { name: 'read models', faults: await rebuilt(pool) },
  ];
}
