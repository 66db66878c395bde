/** The parts to stop, in reverse order of their start. */
export function stopsInReverse() {
  const stops: (() => Promise<void> | void)[] = [];
  let run: Promise<void> | undefined;
  const attempt = async (stop: () => Promise<void> | void): Promise<void> => {
    try {
      await stop();
    } catch (error) {
      console.error(error);
    }
  };
  return {
    /** From the moment that stopping has begun. */
    get running() {
      return run !== undefined;
    },
    /** Immediately stops parts that start during the stop. */
    async add(stop: () => Promise<void> | void): Promise<void> {
      if (run) await attempt(stop);
      else stops.push(stop);
    },
    /** Stops once; further calls wait for the same stop. */
    run(): Promise<void> {
      run ??= (async () => {
        for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await attempt(stop);
      })();
      return run;
    },
  };
}

export type Stops = ReturnType<typeof stopsInReverse>;
