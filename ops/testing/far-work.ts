export const LEASE = 'far-lease';
/** Read models whose leases are observed. */
export const PROJECTIONS = 2;

export interface Ask {
  commands: number;
  /** Queries outside of the log. */
  reads: number;
}

export interface Fared {
  /** `done`, or the name of the error. */
  outcome: string;
  ms: number;
}

export const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
