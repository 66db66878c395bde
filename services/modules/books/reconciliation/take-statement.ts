import type { RejectedLine } from '#events/books.ts';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { statementStream } from '#events/stream-names.ts';
import { type ImportedStatement, importStatement } from '#services/commerce/books/import-statement.ts';
import { recordStatementLines } from '#services/commerce/books/record-statement-lines.ts';
import { statementKind } from '#services/commerce/books/statement.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { type OpenedStatement, openStatement } from './read-statement.ts';
import { type SpooledFile, spool } from './spooled-file.ts';
import type { Period, ReadLines } from './statement-format.ts';

/** Lines that are decided and appended together. */
const LINES_AT_ONCE = 250;
/** Rejected lines that are named; the others are counted. */
const MAX_REJECTED = 1_000;

export interface TakeStatement {
  pieces: AsyncIterable<Uint8Array>;
  by: UserId;
  /** The uploader's note; can be empty. */
  reason: string;
  /** The uploader's period; by default the file's own, or from its first to its last line. */
  period: Period | undefined;
  correlation_id: string;
}

type Problem = Extract<OpenedStatement, { ok: false }>['problem'] | 'no_lines' | 'period';

export type TakeStatementResult =
  | {
      ok: true;
      /** The file was read before: nothing has changed. */
      repeated: boolean;
      statement: ImportedStatement;
      /** Valid lines with a time outside of the stated period; null if the file was not read again. */
      outside: number | null;
      /** Log position after it. */
      position: number;
    }
  | { ok: false; problem: Problem };

interface Parts {
  committer: Committer;
  clock: Clock;
}

interface Sums {
  fresh: number;
  known: number;
  amount: number;
  fee: number;
  first: number;
  last: number;
  outside: number;
  rejected: RejectedLine[];
  rejected_count: number;
}

const noSums = (): Sums => ({
  fresh: 0,
  known: 0,
  amount: 0,
  fee: 0,
  first: Number.POSITIVE_INFINITY,
  last: 0,
  outside: 0,
  rejected: [],
  rejected_count: 0,
});

interface OfStatement {
  provider: string;
  statement_id: string;
  /** undefined: from its first line to its last. */
  statedPeriod: Period | undefined;
}

/** Records a few lines, and adds them to the sums. */
async function record(
  { committer }: Parts,
  { by, correlation_id }: TakeStatement,
  { statedPeriod, ...of }: OfStatement,
  { lines, rejected }: ReadLines,
  sums: Sums,
): Promise<void> {
  const bad = [...rejected];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines.slice(from, from + LINES_AT_ONCE);
    const command = recordStatementLines({ ...of, by, correlation_id, lines: some });
    const outcome = await committer.submit(command);
    if (!outcome.accepted) throw new Error(`lines of a statement were refused: ${outcome.refusal.code}`);
    for (const [nth, { line, read }] of some.entries()) {
      const taken = outcome.result[nth];
      if (taken === 'differs') {
        bad.push({ line, reason: 'differs_from_before' });
        continue;
      }
      sums[taken === 'fresh' ? 'fresh' : 'known'] += 1;
      sums.amount += read.amount;
      sums.fee += read.fee;
      sums.first = Math.min(sums.first, read.at);
      sums.last = Math.max(sums.last, read.at);
      if (statedPeriod && (read.at < statedPeriod.from || read.at >= statedPeriod.to)) sums.outside += 1;
    }
  }
  bad.sort((one, other) => one.line - other.line);
  sums.rejected_count += bad.length;
  sums.rejected.push(...bad.slice(0, MAX_REJECTED - sums.rejected.length));
}

/** A statement cannot cover the future. */
function periodOf(statedPeriod: Period | undefined, sums: Sums, now: number): Period | undefined {
  const period = statedPeriod ?? { from: sums.first, to: sums.last + 1 };
  const to = Math.min(period.to, Math.max(now, sums.last + 1));
  return period.from < to ? { from: period.from, to } : undefined;
}

async function takeSpooled(
  parts: Parts,
  input: TakeStatement,
  file: SpooledFile,
): Promise<TakeStatementResult> {
  const { committer, clock } = parts;
  const statement_id = file.sha256;
  const stream = statementStream(statement_id);
  const { result: before, position } = await committer.readAt([stream], (states) =>
    states.get(statementKind, stream),
  );
  if (before.phase === 'imported') {
    return { ok: true, repeated: true, statement: before.imported, outside: null, position };
  }
  const opened = await openStatement(file);
  if (!opened.ok) return opened;
  const { name: format, provider } = opened.format;
  const statedPeriod = input.period ?? opened.period;
  const sums = noSums();
  for await (const batch of opened.batches) {
    await record(parts, input, { provider, statement_id, statedPeriod }, batch, sums);
  }
  const { first: _first, last: _last, outside, amount, fee, ...counts } = sums;
  // Without a line the file itself must say that nothing happened; an uploader could have taken a wrong file.
  if (sums.last === 0 && !opened.period) return { ok: false, problem: 'no_lines' };
  const period = periodOf(statedPeriod, sums, clock.now());
  if (!period) return { ok: false, problem: input.period ? 'period' : 'no_lines' };
  const statement: ImportedStatement = {
    statement_id,
    provider,
    format,
    bytes: file.bytes,
    ...period,
    ...counts,
    amount: fenOf(amount),
    fee: fenOf(fee),
    reason: input.reason,
  };
  const outcome = await committer.submit(importStatement(statement, input.by, input.correlation_id));
  if (!outcome.accepted) throw new Error(`a statement was refused: ${outcome.refusal.code}`);
  return { ok: true, ...outcome.result, outside, position: outcome.position };
}

/**
 * Takes a provider's statement in: every line that no file before had is recorded, bad ones are named with their
 * reasons, and then the file counts as read. Killed anywhere, or run twice at once, it ends in the same when it is run
 * again: lines are known by the provider's ids, the file by its SHA-256.
 */
export async function takeStatement(parts: Parts, input: TakeStatement): Promise<TakeStatementResult> {
  const file = await spool(input.pieces);
  try {
    return await takeSpooled(parts, input, file);
  } finally {
    await file.remove();
  }
}
