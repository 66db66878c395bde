import type { Pool } from 'pg';

/** Of a file system, with or without quotas, and of PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error, or its cause, is a full disk. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return FULL.has(String(Reflect.get(error, 'code'))) || isFullDisk(error.cause);
}

/** About 1 MiB, which a full disk does not take. A temporary table is not in PostgreSQL's own log. */
const PROBE = `CREATE TEMP TABLE room_probe ON COMMIT DROP AS
  SELECT md5(n::text) AS text FROM generate_series(1, 16384) n`;

/** Whether the disk of the database has room. */
export interface DiskRoom {
  /** An error of any work: the disk may be full from now on. */
  saw(error: unknown): void;
  /** Writes only after such an error. Throws errors other than a full disk. */
  isFull(): Promise<boolean>;
}

export function openDiskRoom(pool: Pick<Pool, 'query'>): DiskRoom {
  let maybe = false;
  return {
    saw(error) {
      if (isFullDisk(error)) maybe = true;
    },
    async isFull() {
      if (!maybe) return false;
      try {
        await pool.query(PROBE);
        maybe = false;
      } catch (error) {
        if (!isFullDisk(error)) throw error;
      }
      return maybe;
    },
  };
}
