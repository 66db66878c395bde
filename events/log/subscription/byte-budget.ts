/** Frees the taken bytes, except those to keep; the next call frees these. */
type Free = (keep?: number) => void;

/** A memory budget shared by all readers: each takes what it needs and frees it later. */
export interface ByteBudget {
  /** Waits in turn until so many bytes are free. A request above the whole budget takes all of it. */
  take(bytes: number): Promise<Free>;
  /** Undefined if the bytes are not free, or if others wait. */
  takeIfFree(bytes: number): Free | undefined;
}

export function byteBudget(size: number): ByteBudget {
  let free = size;
  const waiting: { bytes: number; go(free: Free): void }[] = [];

  function grant(bytes: number): Free {
    free -= bytes;
    let taken = bytes;
    return (keep = 0) => {
      if (keep >= taken) return;
      free += taken - keep;
      taken = keep;
      for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
        waiting.shift();
        next.go(grant(next.bytes));
      }
    };
  }

  const takeIfFree: ByteBudget['takeIfFree'] = (wanted) => {
    const bytes = Math.min(wanted, size);
    return waiting.length === 0 && bytes <= free ? grant(bytes) : undefined;
  };

  return {
    takeIfFree,
    async take(wanted) {
      const taken = takeIfFree(wanted);
      if (taken) return taken;
      return new Promise((go) => waiting.push({ bytes: Math.min(wanted, size), go }));
    },
  };
}
