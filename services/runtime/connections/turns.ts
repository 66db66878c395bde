/**
 * At most so many work at one time; the others wait in the order in which they came. One that weighs more counts as several.
 * @param patience_ms after this time a wait ends with the error of a pool without a free connection; 0: never
 */
export function turnsOf(most: number, patience_ms = 0) {
  let working = 0;
  const waiting = new Set<{ weight: number; begin(): void }>();
  const fits = (weight: number): boolean => working + weight <= most;

  /** @returns ends the turn, once */
  function begin(weight: number): () => void {
    working += weight;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      working -= weight;
      for (const next of waiting) {
        if (!fits(next.weight)) return;
        next.begin();
      }
    };
  }
  return {
    take(wanted = 1): Promise<() => void> {
      const weight = Math.min(wanted, most);
      if (waiting.size === 0 && fits(weight)) return Promise.resolve(begin(weight));
      return new Promise((resolve, reject) => {
        const next = {
          weight,
          begin(): void {
            clearTimeout(timer);
            waiting.delete(next);
            resolve(begin(weight));
          },
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
    async take(key: string, weight = 1): Promise<() => void> {
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
        const end = await own.turns.take(weight);
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
