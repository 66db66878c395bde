import type { Pool } from 'pg';
import { perTurn } from '#events/log/subscription/per-turn.ts';

interface Passed {
  process: string;
  /** Expected position of the process's checkpoint. */
  from: number;
  through: number;
}

/** Moves a process's checkpoint over events without timers; false if it is elsewhere. */
export type SkipPage = (passed: Passed) => Promise<boolean>;

/** One statement for all processes that a page of the log has nothing for. */
export function pageSkipper(pool: Pool): SkipPage {
  const move = async (input: readonly Passed[]): Promise<boolean[]> => {
    // In one order everywhere, so that two workers cannot wait for each other.
    const moves = input.toSorted((a, b) => (a.process < b.process ? -1 : 1));
    // Asynchronous: a checkpoint lost in a crash is moved again.
    const { rows } = await pool.query<{ name: string }>({
      name: 'process-pass-over',
      text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
             UPDATE runtime.process_checkpoints c SET position = m.through
             FROM unhurried, unnest($1::text[], $2::bigint[], $3::bigint[]) AS m(name, at, through)
             WHERE c.name = m.name AND c.position = m.at
             RETURNING c.name`,
      values: [
        moves.map(({ process }) => process),
        moves.map(({ from }) => from),
        moves.map(({ through }) => through),
      ],
    });
    const moved = new Set(rows.map(({ name }) => name));
    return input.map(({ process }) => moved.has(process));
  };
  return perTurn(move);
}
