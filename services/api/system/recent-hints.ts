import { randomUUID } from 'node:crypto';

/** Hints kept to resume streams: at least half of this, a minute of a very busy server. */
const MAX_HINTS = 20_000;
const MAX_BYTES = 8_000_000;
/** Estimates: an object, and a name in its set. */
const HINT_BYTES = 300;
const NAME_BYTES = 100;

/** A topic has moved. */
export interface Hint {
  /** The same in all processes. */
  id: string;
  topic: string;
  /** Channels that get it, as `creator:ID`, `user:ID`, `role:NAME`, `overlay:ID`; undefined: all. */
  to: ReadonlySet<string> | undefined;
  /** As server-sent event, for all receivers. */
  bytes: Uint8Array;
}

/** Not `Buffer.from`: a short one is a part of 64 KB, which it would keep as long as itself. */
const encoder = new TextEncoder();

export const hintOf = (
  topic: string,
  position: number,
  to: Hint['to'],
  id = `${position}.${topic}`,
): Hint => ({
  id,
  topic,
  to,
  bytes: encoder.encode(`id: ${id}\ndata: ${JSON.stringify({ topic, position })}\n\n`),
});

const sizeOf = ({ bytes, to }: Hint): number => bytes.length + HINT_BYTES + (to?.size ?? 0) * NAME_BYTES;

/**
 * The last hints in the order of the database's notifications. This order is the same in all processes, so the id of a
 * hint is a point that another process knows, too.
 */
export type RecentHints = ReturnType<typeof recentHints>;
export function recentHints(mostHints = MAX_HINTS, mostBytes = MAX_BYTES) {
  const places = new Map<string, number>();
  const hints: (Hint & { at: number })[] = [];
  let dropped = 0;
  let bytes = 0;

  function drop(count: number): void {
    for (const hint of hints.splice(0, count)) {
      dropped += 1;
      bytes -= sizeOf(hint);
      if ((places.get(hint.id) ?? dropped) < dropped) places.delete(hint.id);
    }
  }
  function add(hint: Hint): void {
    if (!places.has(hint.id)) places.set(hint.id, dropped + hints.length);
    hints.push({ ...hint, at: performance.now() });
    bytes += sizeOf(hint);
    if (hints.length > mostHints || bytes > mostBytes) drop(Math.ceil(hints.length / 2));
  }
  /** Begins with a point that only this process knows. */
  function clear(): void {
    drop(hints.length);
    add(hintOf('', 0, new Set(), randomUUID()));
  }
  clear();
  return {
    add,
    clear,
    /** The present point. */
    newest: (): string => hints.at(-1)?.id ?? '',
    /** Hints after a point, oldest first; undefined for an unknown point. */
    after(id: string): readonly Hint[] | undefined {
      const place = places.get(id);
      return place === undefined ? undefined : hints.slice(place - dropped + 1);
    },
    /** Hints of the last `ms` milliseconds, oldest first; undefined where some of them may be forgotten. */
    ofLast(ms: number): readonly Hint[] | undefined {
      const from = performance.now() - ms;
      const [first] = hints;
      if (first === undefined || first.at > from) return undefined;
      return hints.slice(hints.findLastIndex(({ at }) => at < from) + 1);
    },
  };
}
