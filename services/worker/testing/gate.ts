import { Client, type Pool } from 'pg';
import { expect } from 'vitest';

/** A lock number without other users. */
let keys = 7_900_000;

export interface GateAt {
  table: string;
  on: 'INSERT' | 'UPDATE' | 'DELETE';
  /** SQL over NEW or OLD: which rows. */
  when: string;
}

/** Gates of what programs write most: a row of any table, an event, a timer, a message. */
export const rowGate = (on: GateAt['on'], table: string, when = 'true'): GateAt => ({ table, on, when });
export const eventGate = (type: string): GateAt => rowGate('INSERT', 'log.events', `NEW.type = '${type}'`);
export const timerGate = (on: GateAt['on'], process: string): GateAt =>
  rowGate(on, 'runtime.timers', `${on === 'DELETE' ? 'OLD' : 'NEW'}.process = '${process}'`);
export const messageGate = (template: string): GateAt =>
  rowGate('INSERT', 'runtime.outbox', `NEW.template = '${template}'`);

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates the trigger. It locks the table for a moment, and others queue behind it; so it has a short time limit, to
 * avoid a deadlock.
 */
async function hang(keeper: Client, ddl: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await keeper.query(`BEGIN; SET LOCAL lock_timeout = '100ms'; ${ddl}; COMMIT`);
      return;
    } catch (error) {
      await keeper.query('ROLLBACK');
      const busy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!busy || tries > 200) throw error;
    }
  }
}

/** A step of another process made to last as long as a test wants: it can be killed at exactly that step. */
export async function closeGate(pool: Pool, url: string, { table, on, when }: GateAt) {
  keys += 1;
  const key = keys;
  const name = `test_gate_${key}`;
  const keeper = new Client({ connectionString: url });
  await keeper.connect();
  await keeper.query('SELECT pg_advisory_lock($1)', [key]);
  await hang(
    keeper,
    `CREATE FUNCTION public.${name}() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${key}); RETURN coalesce(NEW, OLD); END $$;
     CREATE TRIGGER ${name} BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${when})
     EXECUTE FUNCTION public.${name}()`,
  );
  const waiting = async (): Promise<number> => {
    // Tests of other databases on the same server have keys of the same numbers.
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted AND objid = $1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [key],
    );
    return rows[0]?.pid ?? 0;
  };
  return {
    /**
     * Waits until a writer is blocked.
     * @returns the database's process that waits
     */
    async reached(atMostMs: number = 45_000): Promise<number> {
      let pid = 0;
      await expect
        .poll(
          async () => {
            pid = await waiting();
            return pid;
          },
          { timeout: atMostMs, interval: 10 },
        )
        .not.toBe(0);
      return pid;
    },
    // The trigger stays without effect: dropping it would lock the whole table.
    open: (): Promise<void> => keeper.end(),
  };
}
