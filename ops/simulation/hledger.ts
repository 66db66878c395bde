import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { codeOf, lineOf } from '#ops/problem.ts';
import { trialBalance } from '#read-models/books/ledger/queries.ts';
import type { World } from './world.ts';

const run = promisify(execFile);
const EXPORT = fileURLToPath(new URL('../export.ts', import.meta.url));
/** Of what hledger prints: a line per account. */
const MAX_BYTES = 100_000_000;

/** Whether hledger is installed; it comes with Debian (`apt-get install hledger`). */
export async function hledgerIsHere(): Promise<boolean> {
  try {
    await run('hledger', ['--version']);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** `-12,345.60 CNY` in fen, without ever being a fraction. */
function fenOf(text: string): number {
  const [, sign = '', whole = '', cents = ''] =
    /^(-?)([\d,]+)(?:\.(\d\d?))?(?: CNY)?$/.exec(text.trim()) ?? [];
  if (whole === '') throw new Error(`hledger printed no amount of ours: ${text}`);
  const fen = Number(whole.replaceAll(',', '') + cents.padEnd(2, '0'));
  return sign === '-' ? -fen : fen;
}

export interface HledgerSaid {
  /** Differences from the books, or the reason why it could not read the file. */
  faults: string[];
  /** That it knows. */
  accounts: number;
  /** Of the file that it read. */
  bytes: number;
}

/** Exports the present books, has hledger read them, and compares every account. */
export async function askHledger({ pool, place }: World): Promise<HledgerSaid> {
  const journal = join(place.dataDir, 'simulation.journal');
  try {
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = place;
    const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, SANDBOX: '1' };
    await run(process.execPath, [EXPORT, '--format', 'hledger', '--out', journal], { env });
    const { size: bytes } = await stat(journal);
    const words = ['-f', journal, 'balance', '--flat', '--empty', '--no-total', '-O', 'csv'];
    const { stdout } = await run('hledger', words, {
      maxBuffer: MAX_BYTES,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    const theirs = new Map(
      [...stdout.matchAll(/^"([^"]+)","([^"]+)"$/gm)].slice(1).map(([, account = '', amount = '']) => {
        return [account, fenOf(amount)] as const;
      }),
    );
    const { rows } = await trialBalance(pool, {});
    const faults = rows.flatMap(({ account, debit, credit }) =>
      theirs.get(account) === debit - credit
        ? []
        : [`${account}: hledger says ${theirs.get(account)}, the books ${debit - credit}`],
    );
    if (theirs.size !== rows.length) {
      faults.push(`hledger knows ${theirs.size} accounts, the books ${rows.length}`);
    }
    return { faults, accounts: theirs.size, bytes };
  } catch (error) {
    return { faults: [`hledger does not accept the export: ${lineOf(error)}`], accounts: 0, bytes: 0 };
  } finally {
    await rm(journal, { force: true });
  }
}
