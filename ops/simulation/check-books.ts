import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { UserId } from '#events/ids.ts';
import { balanceStream } from '#events/stream-names.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { type AccountBalance, balanceSummaryOf, trialBalance } from '#read-models/books/ledger/queries.ts';
import { reconciliation } from '#read-models/books/reconciliation/projection.ts';
import { checkEquality } from '#read-models/engine/equality.ts';
import { withdrawals } from '#read-models/withdrawals/projection.ts';
import { availableAt, balanceKind } from '#services/commerce/withdrawals/balance.ts';
import { sealNext } from '#services/modules/audit/seals.ts';
import { verifyLog } from '#services/modules/audit/verify.ts';
import { compareMonth } from '#services/modules/income/compare.ts';
import { providerFaults } from './provider-books.ts';
import type { World } from './world.ts';

const RECOMPUTE = fileURLToPath(new URL('../audit/recompute.mjs', import.meta.url));
/** Its memory does not grow with the log; Node would take more nevertheless, while there is some. */
const LITTLE_MEMORY = ['--max-old-space-size=64', '--max-semi-space-size=4'];

/**
 * The books recomputed by the independent script.
 * @returns its error lines
 */
export async function recomputeFaults(databaseUrl: string): Promise<string[]> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
  return new Promise((resolve) => {
    execFile(process.execPath, [...LITTLE_MEMORY, RECOMPUTE], { env }, (error, stdout, stderr) => {
      if (!error) return resolve([]);
      const faults = stdout.split('\n').filter((line) => line.startsWith('DIFFERS'));
      resolve(faults.length > 0 ? faults : [`recompute: ${stderr || error.message}`]);
    });
  });
}

/** The books as of a position. */
export interface Stood {
  position: number;
  accounts: readonly AccountBalance[];
}

/** Every account with its present balance. */
export async function booksNow({ pool, log }: World): Promise<Stood> {
  const position = await log.head();
  return { position, accounts: (await trialBalance(pool, {})).rows };
}

function trialFaults({ accounts }: Stood): string[] {
  const sum = accounts.reduce((total, { debit, credit }) => total + debit - credit, 0);
  return sum === 0 ? [] : [`the trial balance is ${sum}`];
}

/** The present answer for a past day, compared with the answer of that time. */
export async function pastFaults({ pool }: World, { position, accounts }: Stood): Promise<string[]> {
  const { rows } = await trialBalance(pool, { until: position });
  const same = isDeepStrictEqual(rows, accounts);
  return same ? [] : [`the books as of position ${position} are not what they were then`];
}

/** The balance that decides withdrawals, compared with the books. */
async function availableFaults({ pool, committer }: World, creators: readonly UserId[]): Promise<string[]> {
  const faults: string[] = [];
  for (const user_id of creators) {
    const stream = balanceStream(user_id);
    const { balance } = await balanceSummaryOf(pool, user_id);
    // In the books a month is available after its settlement, for the decider from its date on.
    const decided = await committer.read([stream], (states) =>
      availableAt(states.get(balanceKind, stream), Number.MAX_SAFE_INTEGER),
    );
    if (decided !== balance.available) {
      faults.push(`${user_id}: ${decided} available by decision, ${balance.available} by the books`);
    }
  }
  return faults;
}

async function settlementFaults({ pool }: World, month: string): Promise<string[]> {
  const { compared, differing } = await compareMonth(pool, month);
  if (compared === 0) return [`${month}: no creator was settled`];
  return differing.map(({ user_id, figures }) => `${month} of ${user_id} differs in ${figures.join(', ')}`);
}

/** Errors at a month's end. The books must have reached the head of the log. */
export async function monthFaults(
  world: World,
  month: string,
  creators: readonly UserId[],
  stood: Stood,
): Promise<string[]> {
  return [
    ...trialFaults(stood),
    ...(await recomputeFaults(world.place.databaseUrl)),
    ...(await settlementFaults(world, month)),
    ...(await availableFaults(world, creators)),
  ];
}

async function rebuiltFaults({ pool, log, calendar }: World): Promise<string[]> {
  const faults: string[] = [];
  for (const projection of [ledger(calendar), withdrawals, reconciliation()]) {
    const { equal, live, rebuilt } = await checkEquality(pool, log, projection);
    if (equal) continue;
    const tables = live.filter((table, nth) => table.hash !== rebuilt[nth]?.hash).map(({ table }) => table);
    faults.push(`${projection.name} rebuilt differs in ${tables.join(', ')}`);
  }
  return faults;
}

async function sealFaults({ pool, log, clock, sealer }: World): Promise<string[]> {
  const head = await log.head();
  while (await sealNext(pool, sealer, clock, head));
  const verdict = await verifyLog(pool, sealer.publicKey);
  if (!verdict.intact) return [`the seals break at position ${verdict.position}: ${verdict.what}`];
  return verdict.through === head ? [] : [`sealed through ${verdict.through} of ${head}`];
}

/** Errors at the end without running work, in addition to the monthly checks. */
export async function finalFaults(world: World): Promise<string[]> {
  return [
    ...(await recomputeFaults(world.place.databaseUrl)),
    ...(await providerFaults(world.pool)),
    ...(await rebuiltFaults(world)),
    ...(await sealFaults(world)),
  ];
}
