import { until } from '#ops/actors/until.ts';
import type { World } from './world.ts';

/** Waits until all followers are at the head of the log and nothing is due. */
export async function untilQuiet({ pool, log, clock }: Pick<World, 'pool' | 'log' | 'clock'>): Promise<void> {
  await until('everybody has followed the log and nothing is due', async () => {
    const head = await log.head();
    const { rows } = await pool.query<{ behind: number; due: number }>(
      `SELECT (SELECT count(*) FROM rm.checkpoints WHERE position < $1)
            + (SELECT count(*) FROM runtime.process_checkpoints WHERE position < $1) AS behind,
              (SELECT count(*) FROM runtime.timers WHERE due_at <= $2) AS due`,
      [head, clock.now()],
    );
    return Number(rows[0]?.behind) === 0 && Number(rows[0]?.due) === 0 && (await log.head()) === head;
  });
}

/** Waits until every creator's month through this one is settled, and the books know it. */
export async function untilSettled({ pool, log }: World, month: string): Promise<void> {
  await until(`${month} is settled`, async () => {
    const head = await log.head();
    const { rows } = await pool.query<{ open: string; behind: boolean }>(
      `SELECT (SELECT count(*) FROM rm.income_months WHERE NOT settled AND month <= $1) AS open,
              (SELECT position < $2 FROM rm.checkpoints WHERE name = 'ledger') AS behind`,
      [month, head],
    );
    return Number(rows[0]?.open) === 0 && rows[0]?.behind === false;
  });
}
