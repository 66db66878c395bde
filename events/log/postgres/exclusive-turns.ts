import type { PoolClient, PoolConfig } from 'pg';
import { AppendOutcomeUnknown, type ExclusiveLog, LogUnreachable } from '../log.ts';
import { unreachableIfLost } from './connection-loss.ts';
import { APPEND_SQL, encodeAppend } from './encode-append.ts';
import type { Flushing } from './group-commit.ts';
import { openPool } from './open-pool.ts';
import { readStreams } from './reads.ts';

export interface ExclusiveTurns {
  take<Result>(work: (log: ExclusiveLog) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const UNLOCK = 'pg_advisory_unlock(7420002)';
const FORGET = 'SET idle_session_timeout = 0';
const END_OF_TURN = `SELECT ${UNLOCK}; ${FORGET}`;
/** The transaction of the append keeps the lock until it is committed. */
const LAST_APPEND = { name: 'log_last_append', text: APPEND_SQL.replace('*', `*, ${UNLOCK}`) };

/**
 * Turns hold the lock of `log.append` on a separate connection. PostgreSQL grants the lock in order of request,
 * to appends and turns. The lock belongs to the session: the server ends a session that is idle for `stoppedAfterMs`
 * during its turn. Each append of the turn commits separately.
 */
export function exclusiveTurns(
  options: PoolConfig,
  stoppedAfterMs: number,
  { flush }: Flushing,
): ExclusiveTurns {
  const pool = openPool({ ...options, max: 1 });
  /** Their sessions end, and their locks with them. */
  const broken = new WeakSet<PoolClient>();
  const begin = `SET idle_session_timeout = ${stoppedAfterMs}; SELECT pg_advisory_lock(7420002)`;

  const turnOn = (client: PoolClient, ended: () => void): ExclusiveLog => ({
    // A separate statement: it sees everything committed before the lock was granted.
    readStreams: (reads, page) => readStreams(client, reads, page),
    async append(writes, order, last = false) {
      const [answer] = await flush(client, [encodeAppend(writes, order)], last ? LAST_APPEND : {});
      if (!answer) throw new Error('log.append answered too little');
      if (last) ended();
      return answer;
    },
  });

  return {
    async take(work) {
      const client = await pool.connect().catch(unreachableIfLost);
      let end = END_OF_TURN;
      try {
        await client.query(begin).catch(unreachableIfLost);
        return await work(
          turnOn(client, () => {
            end = FORGET;
          }),
        );
      } catch (error) {
        if (error instanceof LogUnreachable || error instanceof AppendOutcomeUnknown) broken.add(client);
        throw error;
      } finally {
        // Runs in the background.
        if (broken.has(client)) client.release(true);
        else
          client.query(end).then(
            () => client.release(),
            (error: Error) => client.release(error),
          );
      }
    },
    close: () => pool.end(),
  };
}
