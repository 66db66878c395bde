import { randomUUID as uuid } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Problem } from '#ops/problem.ts';
import { type Env, runProgram, withBooks } from '#ops/program.ts';
import { openMonths } from '#read-models/books/ledger/income.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import { checkedReason } from '#services/commerce/engine/staff-reason.ts';
import { endOfMonth } from '#services/commerce/income/settle-month.ts';
import { compareMonth } from '#services/modules/income/compare.ts';
import {
  type SettlementParts,
  type SettlementProgress,
  settleMonths,
} from '#services/modules/income/settle.ts';
import { isRefusal } from '#services/runtime/refusal.ts';

const USAGE = `use: npm run settle -- [--month YYYY-MM] [--reason WHY]
                                            settles finished months, up to this one
     npm run settle -- --check YYYY-MM      recomputes its settlements from their lines and compares
The worker settles automatically on the 1st at 0:00. Concurrent and repeated runs post nothing twice.
WHY is recorded in each settlement permanently; the default is: scheduled`;

interface SettleRequest {
  /** Settle through this month; undefined: all that are over. */
  through: string | undefined;
  /** Compare this month instead. */
  check: string | undefined;
  /** The reason of a manual run; undefined: as scheduled. */
  reason: string | undefined;
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

function readWords(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...words], options: { month: text, check: text, reason: text } }).values;
  } catch {
    throw new Problem(USAGE);
  }
}

export function readSettleRequest(words: readonly string[]): SettleRequest {
  const { month: through, check, reason } = readWords(words);
  for (const [name, month] of Object.entries({ month: through, check })) {
    if (month === undefined || MONTH.test(month)) continue;
    throw new Problem(`--${name} ${month}: must be a month, as 2026-01`);
  }
  if (check !== undefined && (through ?? reason) !== undefined) throw new Problem(USAGE);
  if (reason !== undefined && isRefusal(checkedReason(reason, 'reason', true))) {
    throw new Problem('--reason: must not be empty, nor have a phone, card or ID number');
  }
  return { through, check, reason };
}

interface Out {
  print(line: string): void;
  /** Overwrites itself; nothing without a terminal. */
  progress(line: string): void;
}

async function settle(
  parts: SettlementParts,
  { through, reason }: Pick<SettleRequest, 'through' | 'reason'>,
  out: Out,
): Promise<void> {
  const { calendar, clock } = parts;
  if (through !== undefined && endOfMonth(calendar, through).ends_at > clock.now()) {
    throw new Problem(`${through} is not over: it is settled on the 1st of the next month`);
  }
  const began = performance.now();
  const by = 'process:admin' as const;
  const order = reason === undefined ? undefined : { by, reason, correlation_id: uuid() };
  const progress = ({ month, done, creators }: SettlementProgress): void => {
    const rate = done / ((performance.now() - began) / 1000);
    out.progress(`${month}: ${done} of ${creators} creators, ${rate.toFixed(0)} a second`);
  };
  const { settled } = await settleMonths(parts, through, progress, order);
  out.print(`settled ${settled} creators' months in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** @returns whether all agree */
async function check({ pool }: SettlementParts, month: string, out: Out): Promise<boolean> {
  const { rows: open } = await openMonths(pool, {});
  if (open.some((one) => one.month === month)) throw new Problem(`${month} is not settled`);
  const { compared, differing } = await compareMonth(pool, month, (done) =>
    out.progress(`${month}: ${done} settlements compared`),
  );
  if (compared === 0) throw new Problem(`${month} is not settled`);
  for (const { user_id, figures } of differing) out.print(`${user_id} DIFFERS in ${figures.join(', ')}`);
  out.print(`${month}: ${compared - differing.length} of ${compared} settlements equal their lines`);
  return differing.length === 0;
}

/** Carries a request out. @returns false when a comparison found a difference */
export async function workOnSettlement(words: readonly string[], env: Env, out: Out): Promise<boolean> {
  const request = readSettleRequest(words);
  return withBooks(env, 'settle', 6, async ({ config, pool, calendar, clock, booked }) => {
    const log = await openEventLog(config, pool);
    // Each creator's month is decided once: remembering many would only take memory.
    const committer = startCommitter({ log, clock, pool, calendar, cachedStreams: 2_000 });
    try {
      await booked();
      const parts = { pool, committer, calendar, clock };
      if (request.check !== undefined) return await check(parts, request.check, out);
      await settle(parts, request, out);
      await booked();
      return true;
    } finally {
      await committer.close();
      await log.close();
    }
  });
}

if (import.meta.main) {
  const draw = (text: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
  };
  const print = (line: string): void => {
    draw('');
    console.info(line);
  };
  await runProgram(USAGE, () =>
    workOnSettlement(process.argv.slice(2), process.env, { progress: draw, print }),
  );
}
