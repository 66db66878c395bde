import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const TIMEOUT_MS = 180_000;

/** Waits until something holds. Throws with its name when it never does. */
export async function until(
  what: string,
  look: () => Promise<boolean>,
  timeout = TIMEOUT_MS,
  every = LOOK_EVERY_MS,
): Promise<void> {
  const began = performance.now();
  while (!(await look())) {
    if (performance.now() - began > timeout) throw new Error(`waited in vain: ${what}`);
    await pause(every);
  }
}
