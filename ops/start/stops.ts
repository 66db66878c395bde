/** The parts to stop, in reverse order of their start. */
export interface Stops {
  /** From the moment that stopping has begun. */
  readonly running: boolean;
  /** Immediately stops parts that start during the stop. */
  add(stop: () => Promise<void> | void): Promise<void>;
  /** Stops once; further calls wait for the same stop. */
  run(): Promise<void>;
}

export function stopsInReverse(): Stops {
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
    get running() {
      return run !== undefined;
    },
    async add(stop) {
      if (run) await attempt(stop);
      else stops.push(stop);
    },
    run() {
      run ??= (async () => {
        for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await attempt(stop);
      })();
      return run;
    },
  };
}
