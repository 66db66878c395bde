/**
 * At most so many work at one time; the others wait in the order in which they came.
 * @param patience_ms after this time a wait ends with the error of a pool without a free connection; 0: never
 */
export function turnsOf(most: number, patience_ms = 0) {
  let working = 0;
  const waiting = new Set<() => void>();

  function end(): void {
    working -= 1;
    const [next] = waiting;
    next?.();
  }
  /** @returns ends the turn, once */
  function begin(): () => void {
    working += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end();
    };
  }
  return {
    take(): Promise<() => void> {
      if (working < most) return Promise.resolve(begin());
      return new Promise((resolve, reject) => {
        const next = (): void => {
          clearTimeout(timer);
          waiting.delete(next);
          resolve(begin());
        };
        const timer =
          patience_ms > 0
            ? setTimeout(() => {
                waiting.delete(next);
                reject(new Error('timeout exceeded when trying to connect'));
              }, patience_ms)
            : undefined;
        waiting.add(next);
      });
    },
  };
}

/** The same for each key: at most so many work at one time for one of them. */
export function turnsByKey(most: number, patience_ms = 0) {
  const turnsOfKey = new Map<string, { turns: ReturnType<typeof turnsOf>; takers: number }>();
  return {
    async take(key: string): Promise<() => void> {
      const own = turnsOfKey.get(key) ?? { turns: turnsOf(most, patience_ms), takers: 0 };
      turnsOfKey.set(key, own);
      own.takers += 1;
      let isOver = false;
      const leave = (): void => {
        if (isOver) return;
        isOver = true;
        own.takers -= 1;
        if (own.takers === 0) turnsOfKey.delete(key);
      };
      try {
        const end = await own.turns.take();
        return () => {
          leave();
          end();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
