import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { secondBeginnings } from '#events/log/postgres/second-beginnings.ts';
import { toWire } from '#events/money.ts';
import { businessCalendar } from '#events/time.ts';
import { Problem } from '#ops/problem.ts';
import { runProgram, withDatabase } from '#ops/program.ts';
import { allProjections } from '#read-models/all.ts';
import { checkEquality, type Equality } from '#read-models/engine/equality.ts';
import { type Generation, generationsOf, installReadModels } from '#read-models/engine/generations.ts';
import type { Projection } from '#read-models/engine/projection.ts';
import { fingerprintOf } from '#read-models/engine/projection.ts';
import { type ProgressListener, RebuildUnderWay, rebuild } from '#read-models/engine/rebuild.ts';
import { skip, skippedBy, unskip } from '#read-models/engine/skip.ts';
import { checkedReason } from '#services/commerce/engine/staff-reason.ts';
import { closedWithMoney } from '#services/modules/accounts/deletion/closed-with-money.ts';
import { refundsBeyondPayment } from '#services/modules/refunds/refunds-beyond-payment.ts';
import { readConfig } from '#services/runtime/config.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { countFaults } from './audit/plain-counts.mjs';
import { CORRECTION, membershipFaults } from './audit/plain-memberships.mjs';
import { voteFaults } from './audit/plain-votes.mjs';
import { progressBar } from './progress-bar.ts';

/** `npm run projections -- list | rebuild | check | skip | unskip`, with the server running or not. */
const USAGE = `use: npm run projections -- list
     npm run projections -- rebuild NAME    builds new tables beside the active ones, then swaps them
     npm run projections -- check NAME      builds them separately and compares them with the live ones;
                                            names orders refunded beyond their payment, streams that
                                            begin twice, memberships that end before their payments do,
                                            and numbers of likes, comments and ballots that are wrong
     npm run projections -- skip NAME STREAM --by WHO --reason WHY
                                            leaves a stream out from now on
     npm run projections -- unskip NAME STREAM
                                            ends this; rebuild NAME then applies its events
NAME is a read model, or all`;

const MAX_NAMED = 100;

type Request = { projections: readonly Projection[] } & (
  | { action: 'list' | 'rebuild' | 'check' }
  | { action: 'skip'; stream: string; decider: string; reason: string }
  | { action: 'unskip'; stream: string }
);

/** Separates words from options. */
function readWords(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { by: text, reason: text }, allowPositionals: true });
  } catch {
    throw new Problem(USAGE);
  }
}

/** A text that is stored permanently. */
function readText(value: string | undefined, option: string): string {
  const text = checkedReason(value ?? '', option, true);
  if (isRefusal(text))
    throw new Problem(`--${option}: must not be empty, nor have a phone, card or ID number`);
  return text;
}

export function readRequest(args: readonly string[], all: readonly Projection[]): Request {
  const { positionals: words, values } = readWords(args);
  const [action, name, stream = ''] = words;
  const isSkipping = action === 'skip' || action === 'unskip';
  if (action !== 'skip' && Object.keys(values).length > 0) throw new Problem(USAGE);
  if (action === 'list' && words.length === 1) return { action, projections: all };
  if (
    (action === 'rebuild' || action === 'check' || isSkipping) &&
    name &&
    words.length === (isSkipping ? 3 : 2)
  ) {
    const projections = name === 'all' ? all : all.filter((projection) => projection.name === name);
    if (projections.length === 0) {
      const names = all.map((projection) => projection.name).join(', ');
      throw new Problem(`${name}: unknown read model; use one of ${names}, or all`);
    }
    if (action === 'unskip') return { action, projections, stream };
    if (action !== 'skip') return { action, projections };
    const [decider, reason] = [readText(values.by, 'by'), readText(values.reason, 'reason')];
    return { action, projections, stream, decider, reason };
  }
  throw new Problem(USAGE);
}

interface Workshop {
  pool: Pool;
  log: EventLog;
  print(line: string): void;
  progress: ProgressListener & { done(): void };
  timeZone: string;
}

/** The streams that an operator decided to leave out. */
async function listSkipped({ pool, print }: Workshop, projection: Projection): Promise<void> {
  for (const { stream, position, decider, reason, at } of await skippedBy(pool, projection)) {
    print(
      `  SKIPS ${stream} from position ${position}: ${reason} (${decider}, ${at.toISOString().slice(0, 10)})`,
    );
  }
}

/** The set-aside events of a read model, and the errors; a rebuild retries them. */
async function listSetAside({ pool, print }: Workshop, live: Generation | undefined): Promise<void> {
  if (!live || live.set_aside.length === 0) return;
  const { rows } = await pool.query<{ stream: string; position: number; type: string; error: string }>(
    `SELECT stream, position::float8 AS position, type, error FROM rm.set_aside
      WHERE name = $1 AND generation = $2 ORDER BY position`,
    [live.name, live.generation],
  );
  print(
    `  INCOMPLETE from position ${rows[0]?.position}: -- rebuild ${live.name} retries the set-aside events`,
  );
  for (const { stream, position, type, error } of rows) {
    print(`    ${stream} from position ${position} (${type}): ${error}`);
  }
}

async function list(shop: Workshop, projections: readonly Projection[]): Promise<void> {
  const { pool, log, print } = shop;
  const head = await log.head();
  print(`the log is at ${head}`);
  for (const projection of projections) {
    const [live] = await generationsOf(pool, projection.name, 'live');
    const old = live?.fingerprint === fingerprintOf(projection) ? '' : '  (to be rebuilt: it has changed)';
    const behind = head - (live?.position ?? 0);
    print(`${projection.name.padEnd(12)}  at ${live?.position ?? 0}, ${behind} behind${old}`);
    await listSkipped(shop, projection);
    await listSetAside(shop, live);
  }
}

function equalityLine({ name, position, equal, live, rebuilt }: Equality): string {
  if (equal) {
    const rows = live.reduce((sum, table) => sum + table.rows, 0);
    return `${name}: equal, ${rows} rows in ${live.length} tables at position ${position}`;
  }
  const differing = live.filter((table, index) => table.hash !== rebuilt[index]?.hash);
  return `${name}: DIFFERS at position ${position} in ${differing.map(({ table }) => table).join(', ')}`;
}

/** Names each order of which more was refunded than was paid. @returns whether there is none */
async function checkRefunds({ pool, print }: Workshop): Promise<boolean> {
  const beyond = await refundsBeyondPayment(pool);
  for (const { stream, paid, refunded } of beyond) {
    print(`${stream}: ${toWire(refunded)} REFUNDED of ${toWire(paid)} paid`);
  }
  return beyond.length === 0;
}

/** Names the money of accounts that were closed. @returns whether there is none */
async function checkClosed({ pool, print }: Workshop): Promise<boolean> {
  const closed = await closedWithMoney(pool);
  for (const { account, amount } of closed) {
    print(`${account}: ${toWire(amount)} of a CLOSED account: refund its orders`);
  }
  return closed.length === 0;
}

/** Names each stream that begins a second time. @returns whether there is none */
async function checkBeginnings({ pool, print }: Workshop): Promise<boolean> {
  const again = await secondBeginnings(pool);
  for (const { stream, type, position } of again)
    print(`${stream}: BEGINS TWICE, ${type} at position ${position}`);
  return again.length === 0;
}

/** Names memberships whose end is not what their payments give. @returns whether there is none */
async function checkMemberships({ pool, log, print, timeZone }: Workshop): Promise<boolean> {
  const through = await log.head();
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    const { named, count } = await membershipFaults(client, through, timeZone, MAX_NAMED);
    await client.query('COMMIT');
    for (const fault of named) print(fault);
    if (count > 0) print(`${count} MEMBERSHIPS differ from their payments: ${CORRECTION}`);
    return count === 0;
  } finally {
    client.release();
  }
}

/** Counts likes, marks, comments and ballots again, and names numbers that are wrong. @returns whether there is none */
async function checkCounts({ pool, print }: Workshop): Promise<boolean> {
  const faults = [...(await countFaults(pool, MAX_NAMED)), ...(await voteFaults(pool, MAX_NAMED))];
  for (const fault of faults) print(fault);
  return faults.length === 0;
}

/** Begins or ends the skipping of a stream. @returns whether this is a change */
async function changeSkipping(
  { pool, log, print }: Workshop,
  request: Extract<Request, { stream: string }>,
): Promise<boolean> {
  const { stream } = request;
  if ((await log.readStream(stream, { limit: 1 })).length === 0)
    throw new Problem(`${stream}: the log has no such stream`);
  let well = true;
  for (const projection of request.projections) {
    const { name } = projection;
    if (request.action === 'skip') {
      const from = await skip(pool, projection, request);
      print(`${name}: skips ${stream} ${from === undefined ? 'already' : `from position ${from} on`}`);
      well &&= from !== undefined;
    } else {
      const ended = await unskip(pool, projection, stream);
      print(`${name}: ${ended ? `-- rebuild ${name} applies ${stream}` : `does not skip ${stream}`}`);
      well &&= ended;
    }
  }
  return well;
}

/** @returns whether all is well */
async function perform(shop: Workshop, request: Request): Promise<boolean> {
  const { pool, log, print, progress } = shop;
  if (request.action === 'skip' || request.action === 'unskip') return changeSkipping(shop, request);
  const { action, projections } = request;
  if (action === 'list') {
    await list(shop, projections);
    return true;
  }
  let well = true;
  for (const projection of projections) {
    if (action === 'rebuild') {
      const began = performance.now();
      const onSetAside = ({ message }: Error): void => print(message);
      const live = await rebuild(pool, log, projection, { onProgress: progress, onSetAside });
      progress.done();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      print(`${projection.name}: rebuilt through position ${live.position} in ${seconds} s`);
      well &&= live.set_aside.length === 0;
    } else {
      const equality = await checkEquality(pool, log, projection, { onProgress: progress });
      progress.done();
      print(equalityLine(equality));
      await listSkipped(shop, projection);
      well &&= equality.equal;
    }
  }
  if (action !== 'check') return well;
  for (const check of [checkRefunds, checkClosed, checkBeginnings, checkMemberships, checkCounts])
    well = (await check(shop)) && well;
  return well;
}

/** Carries a request out. @returns false when a check found a difference, or a rebuild left something out */
export async function workOnProjections(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<boolean> {
  const config = readConfig(env);
  const request = readRequest(words, allProjections(businessCalendar(config.businessTimeZone)));
  return withDatabase(env, 'projections', { max: 6, statementTimeoutMs: 0 }, async ({ pool, log }) => {
    try {
      await installReadModels(pool, request.projections);
      const progress = progressBar(process.stderr);
      return await perform({ pool, log, print, progress, timeZone: config.businessTimeZone }, request);
    } catch (error) {
      if (error instanceof RebuildUnderWay) throw new Problem(error.message);
      throw error;
    }
  });
}

if (import.meta.main) {
  await runProgram(USAGE, () =>
    workOnProjections(process.argv.slice(2), process.env, (line) => console.info(line)),
  );
}
