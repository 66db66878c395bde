export interface Item {
  position: number;
  bytes: number;
}

interface Size {
  bytes: number;
  items: number;
}

export interface InOrder<Entry extends Item> {
  /** `full`: it was not taken, and must be offered again later. */
  offer(entry: Entry): 'taken' | 'repeated' | 'full';
  /** The next entries, without a gap; undefined while the next one is missing. `more` are waiting. */
  take(limit: number, bytes: number): { entries: Entry[]; bytes: number; more: boolean } | undefined;
  /** Continues after a later position: everything up to it was read elsewhere. */
  moveTo(position: number): void;
  hasNext(): boolean;
  /** Whether an entry that was refused as `full` should be offered again. */
  hasRoomFor(position: number): boolean;
  /** Entries that can be taken, and entries ahead of a missing one. */
  held(): { next: Size; ahead: Size };
  /** Settles when the next entry is there, at the latest after so many milliseconds. */
  next(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Restores the total order of entries whose positions have no gap. Entries ahead of a missing one are held, and
 * repetitions are dropped. Both, what can be taken and what is ahead, have these bounds.
 */
export function inOrder<Entry extends Item>(after: number, most: Size): InOrder<Entry> {
  const held = new Map<number, Entry>();
  /** Everything up to here was taken; everything up to `end` is held. */
  let position = after;
  let end = after;
  const next = { bytes: 0, items: 0 };
  const ahead = { bytes: 0, items: 0 };
  let wake = (): void => undefined;

  const add = (size: Size, { bytes }: Item, sign = 1): void => {
    size.bytes += sign * bytes;
    size.items += sign;
  };
  /** One entry is always taken, however large. */
  const fits = (size: Size, { bytes }: Item): boolean =>
    size.items === 0 || (size.items < most.items && size.bytes + bytes <= most.bytes);
  const isLow = ({ bytes, items }: Size): boolean => bytes <= most.bytes / 2 && items <= most.items / 2;

  /** Entries that now follow without a gap can be taken. */
  function extend(): void {
    for (let entry = held.get(end + 1); entry; entry = held.get(end + 1)) {
      end += 1;
      add(ahead, entry, -1);
      add(next, entry);
    }
    if (held.has(position + 1)) wake();
  }

  return {
    offer(entry) {
      if (entry.position <= end || held.has(entry.position)) return 'repeated';
      if (!fits(entry.position === end + 1 ? next : ahead, entry)) return 'full';
      held.set(entry.position, entry);
      add(ahead, entry);
      extend();
      return 'taken';
    },
    take(limit, mostBytes) {
      const entries: Entry[] = [];
      let bytes = 0;
      for (let entry = held.get(position + 1); entry; entry = held.get(position + 1)) {
        entries.push(entry);
        held.delete(entry.position);
        add(next, entry, -1);
        bytes += entry.bytes;
        position += 1;
        if (entries.length >= limit || bytes >= mostBytes) break;
      }
      return entries.length === 0 ? undefined : { entries, bytes, more: held.has(position + 1) };
    },
    moveTo(to) {
      for (const entry of held.values()) {
        if (entry.position > to) continue;
        held.delete(entry.position);
        add(entry.position <= end ? next : ahead, entry, -1);
      }
      position = Math.max(position, to);
      end = Math.max(end, to);
      extend();
    },
    hasNext: () => held.has(position + 1),
    hasRoomFor: (refused) => isLow(next) && (refused <= end + 1 || isLow(ahead)),
    held: () => ({ next: { ...next }, ahead: { ...ahead } }),
    next: (ms, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          wake = () => undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        wake = done;
        if (signal.aborted || held.has(position + 1)) done();
      }),
  };
}
