/** A scan with a valid signature that is not sent yet. It has no personal data. */
export interface WaitingScan {
  scan_id: string;
  token: string;
  ticket_id: string;
  /** Unix seconds. */
  scanned_at: number;
  plan_id?: string | undefined;
  round_id?: string | undefined;
}

const KEY = 'door_queue';
/** A limit for one device; no check-in admits more offline. */
export const MAX_WAITING = 5_000;

function isWaiting(value: unknown): value is WaitingScan {
  if (typeof value !== 'object' || value === null) return false;
  const { scan_id, token, ticket_id, scanned_at } = value as Partial<Record<keyof WaitingScan, unknown>>;
  const texts = [scan_id, token, ticket_id].every((text) => typeof text === 'string');
  return texts && typeof scanned_at === 'number';
}

/** The waiting scans of this device; none if the stored value is invalid. */
export function readQueue(storage: Pick<Storage, 'getItem'>): WaitingScan[] {
  try {
    const read: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? read.filter(isWaiting) : [];
  } catch {
    return []; // storage switched off, or cut off in the middle of writing
  }
}

export function writeQueue(storage: Pick<Storage, 'setItem'>, queue: readonly WaitingScan[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(queue.slice(0, MAX_WAITING)));
  } catch {
    // storage switched off by the browser: what waits lasts for this visit
  }
}
