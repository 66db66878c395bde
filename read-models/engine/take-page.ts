import type { ClientBase, Pool } from 'pg';
import { openPipeline } from '#events/log/postgres/open-pool.ts';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import { perTurn } from '#events/log/subscription/per-turn.ts';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import { announceSql, assertOrder, foldIn, NOBODY, withoutLeftOut } from './apply.ts';
import { CHECKPOINT_CHANNEL, noticeText } from './checkpoint-notice.ts';
import { type Generation, schemaOf } from './generations.ts';
import { fingerprintOf, type Projection } from './projection.ts';
import { inTransaction } from './transaction.ts';
import { combining, writeNow } from './writes.ts';

/** The batch that one projection gets from a page of the log. */
interface Part {
  projection: Projection;
  generation: Generation;
  batch: LogBatch;
}

/**
 * Applies the part of one projection. Undefined if nothing was done, because it must have its own transaction.
 * Rejects with CheckpointMoved and OutOfOrder.
 */
export type TakePage = (part: Part) => Promise<Generation | undefined>;

/** A larger batch has its own transaction and connection, so that several large ones are written at the same time. */
const MAX_EVENTS = 1_000;

/** Transactions with one plan of a statement: a plan made for a small table must not be used for long while it grows. */
const PLANS_KEPT_FOR = 32;

/** Compare-and-set for each, as `moveCheckpoint` does it for one. @returns the names of those that were moved */
async function moveAll(db: Pool | ClientBase, parts: readonly Part[]): Promise<Set<string>> {
  // In one order everywhere, so that two who hold the same projections cannot wait for each other.
  const moves = parts.toSorted((a, b) => (a.generation.name < b.generation.name ? -1 : 1));
  // Not synchronous: a checkpoint lost in a crash is moved again.
  const { rows } = await db.query<{ name: string }>({
    name: 'rm-move-all',
    text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
           moved AS (
             UPDATE rm.generations g
                SET position = m.through, true_at = greatest(g.true_at, m.true_at)
               FROM unhurried, unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
                                     $7::integer[])
                 AS m(name, generation, after, through, true_at, message, decisions)
              WHERE g.name = m.name AND g.generation = m.generation AND g.state = 'live' AND g.position = m.after
                AND g.decisions = m.decisions
             RETURNING g.name, m.message)
           SELECT name, CASE WHEN message <> '' THEN pg_notify('${CHECKPOINT_CHANNEL}', message) END FROM moved`,
    values: [
      moves.map(({ generation }) => generation.name),
      moves.map(({ generation }) => generation.generation),
      moves.map(({ batch }) => batch.after),
      moves.map(({ batch }) => batch.through),
      moves.map(({ batch }) => batch.true_at),
      // Parts with events are announced at the end, with the users that they concern.
      moves.map(({ generation, batch }) =>
        batch.events.length === 0 ? noticeText(generation.name, batch.through, NOBODY) : '',
      ),
      moves.map(({ generation }) => generation.decisions),
    ],
  });
  return new Set(rows.map(({ name }) => name));
}

/** Results of all; rejects only after all have ended, with the error of the first that failed. */
async function resultsOfAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * One transaction on one connection for all live projections that get a part of the same page, because a
 * transaction and its round trips cost more than a small part. Their statements are sent without waiting for each other.
 * When the transaction fails, each part has its own, and the projection that caused the failure reports it.
 */
export function pageTaker(pool: Pool) {
  const pipeline = openPipeline(pool);
  /** Of all projections so far: when the search path changes, PostgreSQL analyzes prepared statements again. */
  const schemas = new Map<string, string>();
  let transactions = 0;

  async function takeAll(parts: readonly Part[]): Promise<Set<string>> {
    for (const { generation } of parts) schemas.set(generation.name, schemaOf(generation));
    const announced: string[] = [];
    transactions += 1;
    const discard = transactions % PLANS_KEPT_FOR === 0 ? '; DISCARD PLANS' : '';
    return inTransaction(
      pipeline,
      [...schemas.values()].toSorted(),
      async (tx) => {
        const moved = await moveAll(tx, parts);
        const withEvents = parts.filter(
          ({ generation, batch }) => moved.has(generation.name) && batch.events.length > 0,
        );
        // A statement after the end of the transaction would be one of its own.
        await resultsOfAll(
          withEvents.map(async ({ projection, batch }) => {
            const own = combining(tx);
            announced.push(announceSql(projection, batch, await foldIn(own, projection, batch.events)));
            await writeNow(own);
          }),
        );
        return moved;
      },
      {
        opening: { sql: `SET LOCAL plan_cache_mode = force_generic_plan${discard}` },
        closing: () => announced.join('; '),
      },
    );
  }

  /** Undefined for each if nothing was done, else whether its checkpoint was where it was expected. */
  const take = perTurn(async (parts: readonly Part[]): Promise<(boolean | undefined)[]> => {
    const hasEvents = parts.some(({ batch }) => batch.events.length > 0);
    try {
      const moved = await (hasEvents ? takeAll(parts) : moveAll(pool, parts));
      return parts.map(({ generation }) => moved.has(generation.name));
    } catch (error) {
      if (!hasEvents) throw error;
      return parts.map(() => undefined);
    }
  });

  const takePage: TakePage = async ({ projection, generation, batch: input }) => {
    const batch = withoutLeftOut(generation, input);
    assertOrder(projection, batch);
    const isOld = generation.fingerprint !== fingerprintOf(projection);
    if (batch.events.length > (isOld ? 0 : MAX_EVENTS)) return undefined;
    const moved = await take({ projection, generation, batch });
    if (moved === false) throw new CheckpointMoved(`${generation.name} is no longer at ${batch.after}`);
    return moved && { ...generation, position: batch.through };
  };
  return { takePage, close: (): Promise<void> => pipeline.end() };
}
