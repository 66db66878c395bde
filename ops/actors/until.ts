import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 180_000;

/** Waits until something holds. Throws with its name when it never does. */
export async function until(
  what: string,
  look: () => Promise<boolean>,
  patience = PATIENCE_MS,
  every = LOOK_EVERY_MS,
): Promise<void> {
  const began = performance.now();
  while (!(await look())) {
    if (performance.now() - began > patience) throw new Error(`waited in vain: ${what}`);
    await pause(every);
  }
}
