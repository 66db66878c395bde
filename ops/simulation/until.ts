import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 180_000;

/** Waits until something holds. Throws with its name when it never does. */
export async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await look())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
