import { availableParallelism, loadavg } from 'node:os';

const MEASURED_MS = 50;

/**
 * How many times longer than alone a busy process takes, now or in the last minute: 1 on a machine without other work.
 * Bounds in seconds are multiplied by it: other programs that take processors do not break a promise.
 */
export function slowness(): number {
  const began = performance.now();
  const before = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (used() < MEASURED_MS);
  const waiting = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.max(1, waiting, (performance.now() - began) / used());
}
