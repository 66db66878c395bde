/** Memory that is shared by all who read: each takes what it may need and frees it afterwards. */
export interface ByteBudget {
  /** Waits until so many bytes are free, in turn. What is larger than the whole budget takes all of it. */
  take(bytes: number): Promise<() => void>;
  /** Undefined when they are not free, or others wait for them. */
  takeIfFree(bytes: number): (() => void) | undefined;
}

export function byteBudget(size: number): ByteBudget {
  let free = size;
  const waiting: { bytes: number; go(free: () => void): void }[] = [];

  function grant(bytes: number): () => void {
    free -= bytes;
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      free += bytes;
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
