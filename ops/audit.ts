import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf, Problem } from '#ops/problem.ts';
import { runProgram, withDatabase } from '#ops/program.ts';
import { proofOf } from '#services/modules/audit/proof.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { publishedSealKeys } from '#services/modules/audit/seal-keys.ts';
import { newestSeal } from '#services/modules/audit/seals.ts';
import { type Fault, verifyLog } from '#services/modules/audit/verify.ts';
import { progressBar } from './progress-bar.ts';

/** `npm run audit -- verify | recompute | prove POSITION | key`, with the server running or not. */
const USAGE = `use: npm run audit -- verify          recomputes every seal of the log and names the first difference
     npm run audit -- recompute       recomputes the books from raw events and names the differences
     npm run audit -- prove POSITION  writes proof-POSITION.json, a proof of this event
     npm run audit -- key             prints the public key for seals and proofs
Check a proof with: node ops/audit/check-proof.mjs proof-POSITION.json KEY.pem`;

type Request = { action: 'verify' | 'recompute' | 'key' } | { action: 'prove'; position: number };

export function readRequest(words: readonly string[]): Request {
  const [action, position] = words;
  if ((action === 'verify' || action === 'recompute' || action === 'key') && words.length === 1) {
    return { action };
  }
  if (action === 'prove' && position && words.length === 2) {
    if (/^[1-9]\d{0,14}$/.test(position)) return { action, position: Number(position) };
    throw new Problem(`prove ${position}: must be a position of the log, a whole number from 1`);
  }
  throw new Problem(USAGE);
}

const FAULTS: Readonly<Record<Fault, string>> = {
  event_differs: 'the event differs from the sealed one',
  event_missing: 'the event is missing',
  signature_wrong: 'its seal was not made with our key, or was changed',
  chain_broken: 'an earlier seal is missing, or the seal was changed',
  hashes_differ: 'the hashes stored with the seal were changed',
  log_cut: 'a seal that was published is missing: the end of the log was cut off',
};

const RECOMPUTE = fileURLToPath(new URL('audit/recompute.mjs', import.meta.url));
/** Its memory does not grow with the log; Node would take more nevertheless, while there is some. */
const LITTLE_MEMORY = ['--max-old-space-size=64', '--max-semi-space-size=4'];

/** By a separate program without the ledger's code. */
function recompute(url: string, timeZone: string): Promise<{ lines: string[]; well: boolean }> {
  const env = { ...process.env, DATABASE_URL: url, BUSINESS_TIME_ZONE: timeZone };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...LITTLE_MEMORY, RECOMPUTE], { env }, (error, stdout, stderr) => {
      // Node prints the place in the source first.
      const why = /^(FATAL )?\w*error\b.*/im.exec(stderr)?.[0] ?? lineOf(error);
      if (stdout === '') reject(new Problem(`cannot recompute the books: ${why}`));
      else resolve({ lines: stdout.trimEnd().split('\n'), well: error === null });
    });
  });
}

/**
 * @param folder where a proof is written
 * @returns the lines to print, and whether all is well
 */
export async function audit(
  request: Request,
  env: Readonly<Record<string, string | undefined>>,
  folder = '.',
): Promise<{ lines: string[]; well: boolean }> {
  return withDatabase(env, 'audit', { max: 2 }, async ({ config, secrets, url, pool }) => {
    if (request.action === 'prove') {
      const proof = await proofOf(pool, request.position);
      if (!proof) throw new Problem(`position ${request.position}: not sealed (yet)`);
      const file = join(folder, `proof-${request.position}.json`);
      writeFileSync(file, `${JSON.stringify(proof, null, 2)}\n`);
      return { lines: [`${file}: ${proof.event.type} in ${proof.event.stream}`], well: true };
    }
    if (request.action === 'recompute') return await recompute(url, config.businessTimeZone);
    const { publicKey } = openSealer(secrets.ring('log-sealing'));
    if (request.action === 'key') {
      return { lines: [(await publishedSealKeys(pool, publicKey)).trimEnd()], well: true };
    }
    const head = (await newestSeal(pool))?.last_position ?? 0;
    const bar = progressBar(process.stdout);
    const began = performance.now();
    const verdict = await verifyLog(pool, publicKey, (position) => {
      const seconds = (performance.now() - began) / 1000;
      const rate = position / Math.max(seconds, 0.001);
      bar({ name: 'verify', position, head, rate, remaining: (head - position) / Math.max(rate, 1) });
    });
    bar.done();
    if (verdict.intact) {
      const { seals, events } = verdict;
      return { lines: [`intact: ${events} events under ${seals} seals are unchanged`], well: true };
    }
    const { position, seal, what } = verdict;
    return { lines: [`NOT INTACT at position ${position} (seal ${seal}): ${FAULTS[what]}`], well: false };
  });
}

if (import.meta.main) {
  await runProgram(USAGE, async () => {
    const { lines, well } = await audit(readRequest(process.argv.slice(2)), process.env);
    for (const line of lines) console.info(line);
    return well;
  });
}
