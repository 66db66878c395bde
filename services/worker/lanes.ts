import { LRUCache } from 'lru-cache';
import { atMost } from '#services/runtime/weight.ts';

/** Addresses, of programs or of people, that are called at the same time. Slow addresses have separate lanes. */
const MAX_LANES = 64;
const MAX_SLOW_LANES = 128;
/** An address that takes longer is slow until it answers sooner. */
const SLOW_MS = 1_000;
/** Addresses that are remembered as slow. */
const MAX_REMEMBERED = 10_000;

export interface LaneParts {
  /** Makes the calls of an address, until nothing is due or it is slow. */
  run(address: string): Promise<void>;
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
    isSlow: (address: string): boolean => slow.has(address),
    /** Waits for answers of an address, and notes whether it is slow. */
    async timed<Result>(address: string, answers: Promise<Result>): Promise<Result> {
      const timer = setTimeout(() => {
        slow.set(address, true);
        room();
      }, SLOW_MS);
      const began = performance.now();
      try {
        return await answers;
      } finally {
        clearTimeout(timer);
        if (performance.now() - began < SLOW_MS) slow.delete(address);
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
      for (const address of new Set([...quick, ...others])) {
        const lane = run(address)
          .catch(onError)
          .finally(() => {
            lanes.delete(address);
            // A slow one ended after one batch: it may have more.
            if (full || slow.has(address)) onRoom();
          });
        lanes.set(address, lane);
      }
    },
    ended: () => Promise.all(lanes.values()),
  };
}

export type Lanes = ReturnType<typeof lanesFor>;
