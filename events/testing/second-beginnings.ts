import type { Pool } from 'pg';
import { BEGINNINGS } from '../beginnings.ts';

/** The log alone stops or starts to refuse second beginnings. */
export const logRefusesBeginnings = (pool: Pool, refuses: boolean): Promise<unknown> =>
  pool.query(`ALTER TABLE log.events ${refuses ? 'ENABLE' : 'DISABLE'} TRIGGER streams_begin_once`);

/** Neither committers of this process nor the log refuse second beginnings: for negative controls. */
export async function withSecondBeginnings<Result>(pool: Pool, run: () => Promise<Result>): Promise<Result> {
  const types = BEGINNINGS as Map<string, string>;
  const all = [...types];
  types.clear();
  await logRefusesBeginnings(pool, false);
  try {
    return await run();
  } finally {
    await logRefusesBeginnings(pool, true);
    for (const [type, kind] of all) types.set(type, kind);
  }
}
