import type { Pool } from 'pg';
import { CHECKPOINT_CHANNEL, type CheckpointNotice, readNotice } from './checkpoint-notice.ts';

/** A source of notifications of the database, as services/runtime/listener.ts. */
export interface Notifications {
  on(channel: string, heard: (payload: string) => void, missed?: () => void): Promise<() => void>;
}

/** The API's view of all read models. */
export interface ReadModels {
  /** Waits until a model reaches a log position, 2 s at most by default. False if it does not. */
  waitFor(model: string, position: number, longestMs?: number): Promise<boolean>;
  /** The position that each live model has reached. */
  checkpoints(): Promise<ReadonlyMap<string, number>>;
  /**
   * Calls back whenever a model has moved. Returns a function that ends it.
   * @param missed notices may be lost
   */
  onMoved(heard: (notice: CheckpointNotice) => void, missed?: () => void): () => void;
  close(): void;
}

const MAX_WAIT_MS = 2_000;
/** The maximum of waiting readers; others get the current state immediately. */
const MAX_WAITING = 10_000;

interface Waiting {
  model: string;
  position: number;
  reached(): void;
}

/** One subscription for all waits. Waiting readers share look-ups of the checkpoints, without polling. */
export async function readModels(
  pool: Pool,
  notifications: Notifications,
  longestWaitMs = MAX_WAIT_MS,
): Promise<ReadModels> {
  const known = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const listeners = new Set<{ heard: (notice: CheckpointNotice) => void; missed?: () => void }>();

  function learn(model: string, position: number): void {
    if (position > (known.get(model) ?? -1)) known.set(model, position);
    for (const one of waiting) if (one.model === model && one.position <= position) one.reached();
  }

  async function checkpoints(): Promise<Map<string, number>> {
    const { rows } = await pool.query<{ name: string; position: string }>({
      name: 'rm-checkpoints',
      text: 'SELECT name, position FROM rm.checkpoints',
    });
    for (const row of rows) learn(row.name, Number(row.position));
    return new Map(rows.map((row) => [row.name, Number(row.position)]));
  }

  let looking: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;
  /** The next look at the checkpoints: one that is under way may have read them too early. */
  function look(): Promise<unknown> {
    next ??= looking.then(() => {
      next = undefined;
      const looked = checkpoints();
      looking = looked.catch(() => undefined);
      return looked;
    });
    return next;
  }

  const unsubscribe = await notifications.on(
    CHECKPOINT_CHANNEL,
    (payload) => {
      const notice = readNotice(payload);
      if (!notice) return;
      learn(notice.model, notice.position);
      for (const { heard } of listeners) heard(notice);
    },
    () => {
      // Every waiter is answered after its time limit, so a failed query needs no other handling.
      checkpoints().catch(() => undefined);
      for (const { missed } of listeners) missed?.();
    },
  );

  return {
    checkpoints,
    async waitFor(model, position, longestMs = longestWaitMs) {
      if ((known.get(model) ?? -1) >= position) return true;
      const signal = Promise.withResolvers<void>();
      const one: Waiting = { model, position, reached: signal.resolve };
      const timer = setTimeout(signal.resolve, waiting.size < MAX_WAITING ? longestMs : 0);
      waiting.add(one);
      try {
        // After the subscription, so that a move between the two is seen by one of them.
        await look();
        await signal.promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(one);
      }
      return (known.get(model) ?? -1) >= position;
    },
    onMoved(heard, missed) {
      const listener = { heard, ...(missed && { missed }) };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: unsubscribe,
  };
}
