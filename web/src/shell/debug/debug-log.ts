import { store } from '../../app/store.ts';

/** Lines that are kept, and characters of one. */
const MOST = 200;
const LONGEST = 2_000;

interface DebugLine {
  /** Number of the line since the page was opened. */
  n: number;
  /** Unix milliseconds */
  at: number;
  text: string;
}

const lines = store<readonly DebugLine[]>([]);
let count = 0;

const written = (value: unknown): string => {
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value); // a circle
  }
};

function add(fault: unknown): void {
  count += 1;
  const text = written(fault).slice(0, LONGEST);
  lines.set([...lines.present(), { n: count, at: Date.now(), text }].slice(-MOST));
}

// From the time at which the console is first opened.
window.addEventListener('error', ({ error, message }) => add(error ?? message));
window.addEventListener('unhandledrejection', ({ reason }) => add(reason));

/** Faults that nothing caught. */
export const debugLog = {
  subscribe: lines.subscribe,
  lines: lines.present,
};
