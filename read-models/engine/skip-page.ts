import type { Pool } from 'pg';
import { perTurn } from '#events/log/subscription/per-turn.ts';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import type { Generation } from './generations.ts';
import { MOVED_CHANNEL, movedMessage } from './moved.ts';
import type { Batch } from './projection.ts';

interface Skipped {
  generation: Generation;
  batch: Batch;
}

/**
 * Applies a batch without events for a projection: only its checkpoint moves, and waiting readers are notified.
 * Rejects with CheckpointMoved.
 */
export type SkipPage = (generation: Generation, batch: Batch) => Promise<Generation>;

const NOBODY = { creators: new Set<string>(), users: new Set<string>() };

/** Compare-and-set for each, as `moveCheckpoint` does it for one. @returns for each whether it was moved */
async function move(pool: Pool, given: readonly Skipped[]): Promise<boolean[]> {
  // In one order everywhere, so that two who hold the same projections cannot wait for each other.
  const moves = given.toSorted((a, b) => (a.generation.name < b.generation.name ? -1 : 1));
  // Not synchronous: a checkpoint lost in a crash is moved again.
  const { rows } = await pool.query<{ name: string }>({
    name: 'rm-pass-over',
    text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
           moved AS (
             UPDATE rm.generations g
                SET position = m.through, true_at = greatest(g.true_at, m.true_at)
               FROM unhurried, unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
                 AS m(name, generation, after, through, true_at, message)
              WHERE g.name = m.name AND g.generation = m.generation AND g.state = 'live' AND g.position = m.after
             RETURNING g.name, m.message)
           SELECT name, pg_notify('${MOVED_CHANNEL}', message) FROM moved`,
    values: [
      moves.map(({ generation }) => generation.name),
      moves.map(({ generation }) => generation.generation),
      moves.map(({ batch }) => batch.after),
      moves.map(({ batch }) => batch.through),
      moves.map(({ batch }) => batch.true_at),
      moves.map(({ generation, batch }) => movedMessage(generation.name, batch.through, NOBODY)),
    ],
  });
  const moved = new Set(rows.map(({ name }) => name));
  return given.map(({ generation }) => moved.has(generation.name));
}

/** One statement for all live projections that a page of the log has nothing for. */
export function pageSkipper(pool: Pool): SkipPage {
  const skip = perTurn((given: readonly Skipped[]) => move(pool, given));
  return async (generation, batch) => {
    if (await skip({ generation, batch })) return { ...generation, position: batch.through };
    throw new CheckpointMoved(`${generation.name} is no longer at ${batch.after}`);
  };
}
