import type { ClientBase, Pool } from 'pg';
import type { Projection } from '../engine/projection.ts';

/** Ends a connection from the server's side, as a crash of either end would. */
async function endConnection(pool: Pool, client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
}

/** The same projection, but every second time its connection dies after the rows are written. */
export function dyingEverySecondTime(pool: Pool, projection: Projection): Projection {
  let times = 0;
  return {
    ...projection,
    async project(events, tx) {
      const moved = await projection.project(events, tx);
      times += 1;
      if (times % 2 === 1) await endConnection(pool, tx);
      return moved;
    },
  };
}
