import { LRUCache } from 'lru-cache';
import { atMost } from '#services/runtime/weight.ts';

/** After so many turns without foreign writes a stream counts as written by this process only. */
const QUIET_TURNS = 32;
const MAX_STREAMS = 1_000;

/** Streams that other processes write to as well, as far as was seen lately. */
export function contention() {
  const quiet = new LRUCache<string, number>(atMost(MAX_STREAMS));
  return {
    /** Another process was seen to have written to these. */
    moved(streams: Iterable<string>): void {
      for (const stream of streams) quiet.set(stream, 0);
    },
    /** These were read, and had no foreign writes. */
    rested(streams: Iterable<string>): void {
      for (const stream of streams) {
        const turns = (quiet.get(stream) ?? QUIET_TURNS) + 1;
        if (turns > QUIET_TURNS) quiet.delete(stream);
        else quiet.set(stream, turns);
      }
    },
    has: (stream: string): boolean => quiet.has(stream),
  };
}
