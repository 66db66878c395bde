import { useInterval } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/**
 * Seconds left until `expires_at`, by the server's clock as it was when it answered: this machine's own
 * clock only measures what has gone by since then.
 * @param now the server's time in its answer, Unix seconds
 * @param answered_at when that answer came, milliseconds of this machine's clock
 */
export function useCountdown(expires_at: number, now: number, answered_at: number): number {
  const [here, setHere] = useState(() => Date.now());
  const clock = useInterval(() => setHere(Date.now()), 1000);
  useEffect(() => {
    clock.start();
    return clock.stop;
  }, [clock.start, clock.stop]);
  return Math.max(0, expires_at - now - Math.max(0, here - answered_at) / 1000);
}
