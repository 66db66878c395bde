import { LRUCache } from 'lru-cache';
import { atMost } from '#services/runtime/weight.ts';

/** Addresses that are called at the same time. Slow addresses have separate lanes. */
const MAX_LANES = 64;
const MAX_SLOW_LANES = 128;
/** An address that takes longer is slow until it answers sooner. */
const SLOW_MS = 1_000;
/** Addresses that are remembered as slow. */
const MAX_REMEMBERED = 10_000;

interface LaneParts {
  /** Makes the calls of an address, until nothing is due or it is slow. */
  run(webhook_id: string): Promise<void>;
  onError(error: unknown): void;
  /** There is room again for addresses that wait. */
  onRoom(): void;
}

/** One lane for each address that is called. A slow address leaves its place to others while it is waited for. */
export function lanesFor({ run, onError, onRoom }: LaneParts) {
  const lanes = new Map<string, Promise<void>>();
  const slow = new LRUCache<string, true>(atMost(MAX_REMEMBERED));
  /** An address may wait for a lane. */
  let full = false;
  const slowLanes = (): number => [...lanes.keys()].filter((id) => slow.has(id)).length;
  const room = (): void => {
    if (full) onRoom();
  };
  return {
    isSlow: (webhook_id: string): boolean => slow.has(webhook_id),
    /** Waits for answers of an address, and notes whether it is slow. */
    async timed<Result>(webhook_id: string, answers: Promise<Result>): Promise<Result> {
      const timer = setTimeout(() => {
        slow.set(webhook_id, true);
        room();
      }, SLOW_MS);
      const began = performance.now();
      try {
        return await answers;
      } finally {
        clearTimeout(timer);
        if (performance.now() - began < SLOW_MS) slow.delete(webhook_id);
      }
    },
    /** Opens lanes. @param dueOf finds addresses: at most so many, none of `without`, only those of `among` */
    async open(
      dueOf: (without: string[], most: number, among?: string[]) => Promise<string[]>,
    ): Promise<void> {
      const slowRoom = MAX_SLOW_LANES - slowLanes();
      const quickRoom = MAX_LANES - (lanes.size - slowLanes());
      const open = [...lanes.keys()];
      const remembered = [...slow.keys()];
      const quick = quickRoom > 0 ? await dueOf([...open, ...remembered], quickRoom) : [];
      const others = remembered.length > 0 && slowRoom > 0 ? await dueOf(open, slowRoom, remembered) : [];
      full = quick.length >= quickRoom || others.length >= slowRoom;
      for (const webhook_id of new Set([...quick, ...others])) {
        const lane = run(webhook_id)
          .catch(onError)
          .finally(() => {
            lanes.delete(webhook_id);
            // A slow one ended after one batch: it may have more.
            if (full || slow.has(webhook_id)) onRoom();
          });
        lanes.set(webhook_id, lane);
      }
    },
    ended: () => Promise.all(lanes.values()),
  };
}

export type Lanes = ReturnType<typeof lanesFor>;
