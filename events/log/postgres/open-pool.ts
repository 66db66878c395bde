import { Socket } from 'node:net';
import { Pool, type PoolConfig } from 'pg';

/**
 * A pool whose connections may break at any moment: idle, lent, or while they are being closed. A broken one is
 * replaced by the next query, and its user gets the error from that query; without these listeners it would end
 * the process.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Sends the statements of one turn in one write: a write costs more than most of them. */
class TurnSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/** One connection with the settings of a pool; it sends statements without waiting for earlier answers. */
export const openPipeline = ({ options }: Pool): Pool =>
  openPool({ ...options, max: 1, pipeline: true, stream: () => new TurnSocket() });
