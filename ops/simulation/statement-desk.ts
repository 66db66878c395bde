import { Readable } from 'node:stream';
import type { StatementLineKind } from '#events/books.ts';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import type { Random } from '#ops/demo/random.ts';
import {
  itemsListed,
  openDifferences,
  type ReconciledItem,
} from '#read-models/books/reconciliation/queries.ts';
import { resolveDifference } from '#services/commerce/books/resolve-difference.ts';
import type { Period } from '#services/modules/books/reconciliation/statement-format.ts';
import { takeStatement } from '#services/modules/books/reconciliation/take-statement.ts';
import { type SandboxLine, sandboxStatement } from '#services/modules/payments/sandbox/statement.ts';
import { type StatementErrors, withErrors } from '#services/modules/payments/sandbox/statement-errors.ts';
import { statementFile } from '#services/modules/payments/sandbox/statement-file.ts';
import type { Counts } from './counts.ts';
import { untilQuiet } from './quiet.ts';
import type { World } from './world.ts';

const BY = 'finance-one' as UserId;
const PROVIDER = 'sandbox';
/** One in this many statements has each error. */
const MISTAKES_EACH = 4;
/** Recent events before a statement's end can become known only after it. */
const LATELY: Millis = 6 * DAY_MS;
const ALL = 1_000_000;

/** How a planned mistake has to be seen. */
const SEEN_AS: Readonly<Record<keyof StatementErrors, string>> = {
  missing: 'only_ours ',
  doubled: 'differs doubled',
  other_amount: 'differs amount',
};
const MISTAKES = Object.keys(SEEN_AS) as (keyof StatementErrors)[]; // its own keys

/** The sums of the provider's statements as written. */
export interface Stated {
  /** fen */
  fees: number;
  /** Our ids of lines stated wrongly on purpose. */
  wrongly: ReadonlySet<string>;
  /** Planted errors that were not found. */
  faults: readonly string[];
}

const keyOf = ({ kind, reference }: { kind: StatementLineKind; reference: string }): string =>
  `${kind} ${reference}`;

/** Uploads the provider's statements month by month, and explains each difference. */
export function openStatementDesk(
  world: World,
  { random, counts, from: begin }: { random: Random; counts: Counts; from: Millis },
) {
  const { pool, committer, clock, calendar } = world;
  const wrongly = new Set<string>();
  const faults: string[] = [];
  let [from, fees, written] = [begin, 0, 0];

  /** Lines whose subjects we know: each gets one error. */
  async function plan(period: Period): Promise<Map<string, keyof StatementErrors>> {
    const within = { from: period.from, before: period.to - LATELY };
    const filter = { states: ['awaited' as const], provider: PROVIDER, ...within };
    const { list } = await itemsListed(pool, { ...filter, limit: ALL, offset: 0 });
    const known = new Set(list.map(keyOf));
    const lines: string[] = [];
    for await (const line of sandboxStatement(pool, calendar, { from: within.from, to: within.before })) {
      if (known.has(keyOf(line))) lines.push(line.reference);
    }
    const mistakes = new Map<string, keyof StatementErrors>();
    if (lines.length === 0) return mistakes;
    for (let each = 0; each < MISTAKES_EACH; each += 1) {
      for (const mistake of MISTAKES) mistakes.set(random.pick(lines), mistake);
    }
    return mistakes;
  }

  /** The file and its sums. */
  async function* fileOf(lines: AsyncIterable<SandboxLine>, period: Period): AsyncGenerator<Uint8Array> {
    async function* counted(): AsyncGenerator<SandboxLine> {
      for await (const line of lines) {
        fees += line.fee;
        written += 1;
        yield line;
      }
    }
    for await (const piece of statementFile(counted(), period)) yield Buffer.from(piece);
  }

  async function upload(period: Period, mistakes: ReadonlyMap<string, keyof StatementErrors>): Promise<void> {
    let lines: AsyncIterable<SandboxLine> = sandboxStatement(pool, calendar, period);
    for (const [reference, mistake] of mistakes) lines = withErrors(lines, { [mistake]: reference });
    const before = written;
    const taken = await takeStatement(
      { committer, clock },
      {
        pieces: Readable.from(fileOf(lines, period)),
        by: BY,
        reason: '',
        period: undefined,
        correlation_id: `statement until ${period.to}`,
      },
    );
    if (!taken.ok) throw new Error(`a statement was not taken: ${taken.problem}`);
    const { fresh, rejected_count } = taken.statement;
    if (fresh !== written - before || rejected_count > 0) {
      throw new Error(`of ${written - before} lines ${fresh} were taken, ${rejected_count} rejected`);
    }
    counts.add('statements');
    counts.add('statement lines', fresh);
  }

  async function differences(): Promise<ReconciledItem[]> {
    await untilQuiet(world);
    return (await openDifferences(pool, { limit: ALL, offset: 0 })).list;
  }

  /** Half of them are written off. */
  async function resolve({ provider, kind, reference, ours, theirs }: ReconciledItem): Promise<void> {
    const write_off = random.chance(0.5);
    const outcome = await committer.submit(
      resolveDifference({
        provider,
        kind,
        reference,
        write_off,
        reason: 'simulated',
        by: BY,
        seen: { ours: ours === null ? null : fenOf(ours), theirs: theirs === null ? null : fenOf(theirs) },
      }),
    );
    if (!outcome.accepted) throw new Error(`${kind} ${reference} was not resolved: ${outcome.refusal.code}`);
    counts.add(write_off ? 'differences written off' : 'differences explained');
  }

  return {
    /** The provider's statement since the last one up to a time, with planted errors; and the resolutions to enter. */
    async take(to: Millis): Promise<void> {
      const period = { from, to };
      const mistakes = await plan(period);
      await upload(period, mistakes);
      const found = new Map((await differences()).map((one) => [one.reference, one]));
      for (const [reference, mistake] of mistakes) {
        wrongly.add(reference);
        counts.add(`lines: ${mistake.replace('_', ' ')}`);
        const one = found.get(reference);
        const seen = one && `${one.state} ${one.cause}`;
        if (seen !== SEEN_AS[mistake])
          faults.push(`${reference}, stated with ${mistake}, was seen as ${seen}`);
      }
      // A line without a notice on our side waits for it: an early resolution would have to be repeated.
      const mature = [...found.values()].filter(
        ({ state, kind }) => state !== 'only_theirs' || kind === 'payout',
      );
      await Promise.all(mature.map(resolve));
      from = to;
    },
    /** Of all statements so far. */
    stated: (): Stated => ({ fees, wrongly, faults }),
  };
}
