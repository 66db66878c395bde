import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { newestSeal } from './seals.ts';
import { verifyApart } from './verification-run.ts';
import type { Verdict } from './verify.ts';

/** Who asked for the verification of each night. */
export const NIGHTLY = 'process:nightly-verification';
/** Who found that the log lacks a published seal. */
const PUBLISHED_SEALS = 'process:published-seals';

/** One look through the whole log. */
export interface Verification {
  number: number;
  /** User id, or a process. */
  asked_by: string;
  started_at: Millis;
  /** Position through which the log was sealed when it began, and which the work has reached. */
  head: number;
  position: number;
  finished_at: Millis | null;
  /** null while it runs, and after an interruption. */
  verdict: Verdict | null;
}

/** A run without progress for this long is dead. */
const DEAD_AFTER = '30 seconds';

interface Parts {
  pool: Pool;
  clock: Clock;
  /** Of the same database. */
  databaseUrl: string;
  /** SPKI, PEM */
  publicKey: string;
}

/** Records a fault that was found without a look through the whole log, unless the newest result is the same. */
export async function recordVerdict(
  pool: Pool,
  at: Millis,
  verdict: Verdict & { intact: false },
): Promise<void> {
  await pool.query(
    `INSERT INTO audit.verifications (asked_by, started_at, head, position, finished_at, verdict)
     SELECT $1::text, $2::bigint, $3::bigint, $3::bigint, $2::bigint, $4::text::json
      WHERE $4::text::jsonb IS DISTINCT FROM
            (SELECT verdict::jsonb FROM audit.verifications WHERE verdict IS NOT NULL ORDER BY number DESC LIMIT 1)`,
    [PUBLISHED_SEALS, at, verdict.position, JSON.stringify(verdict)],
  );
}

/** Verifications of the whole log: one at a time over all processes; each is stored. */
export function openVerifications({ pool, clock, databaseUrl, publicKey }: Parts) {
  let closing = false;
  let running: { stop(): void; over: Promise<void> } | undefined;

  const newest = (): Promise<Verification | undefined> =>
    queriesOn(pool)
      .selectFrom('audit.verifications')
      .select(['number', 'asked_by', 'started_at', 'head', 'position', 'finished_at', 'verdict'])
      .$castTo<Verification>()
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();

  const unfinished = (number: number) =>
    queriesOn(pool)
      .updateTable('audit.verifications')
      .where('number', '=', number)
      .where('finished_at', 'is', null);

  async function run(number: number): Promise<void> {
    const onPosition = (position: number): void => {
      // Lost progress is reported again with the next.
      unfinished(number)
        .set({ position, heard_at: sql<Date>`now()` })
        .execute()
        .catch(() => undefined);
    };
    const { verdict: coming, stop } = verifyApart({ databaseUrl, publicKey }, onPosition);
    const over = coming.then(async (verdict) => {
      const reached = verdict?.intact ? { position: verdict.through } : {};
      await unfinished(number)
        .set({ finished_at: clock.now(), verdict: verdict ?? null, ...reached })
        .execute();
    });
    running = { stop, over };
    // A result that cannot be stored now is treated as a dead run by the next query.
    await over.catch(() => undefined);
    running = undefined;
  }

  return {
    /** Starts one, or joins the running one. */
    async start(asked_by: string): Promise<Verification> {
      await pool.query(
        `UPDATE audit.verifications SET finished_at = $1
          WHERE finished_at IS NULL AND heard_at < now() - $2::interval`,
        [clock.now(), DEAD_AFTER],
      );
      const head = (await newestSeal(pool))?.last_position ?? 0;
      const begun = await queriesOn(pool)
        .insertInto('audit.verifications')
        .values({ asked_by, started_at: clock.now(), head })
        .onConflict((on) => on.doNothing())
        .returning('number')
        .executeTakeFirst();
      if (begun && !closing) void run(begun.number);
      const stored = await newest();
      if (!stored) throw new Error('a verification was begun and is not there');
      return stored;
    },
    newest,
    /** Interrupts the run of this process. */
    async close(): Promise<void> {
      closing = true;
      running?.stop();
      await running?.over.catch(() => undefined);
    },
  };
}

export type Verifications = ReturnType<typeof openVerifications>;
