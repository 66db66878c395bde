import { useInterval } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/**
 * Seconds left until `expires_at` by the server's clock: this machine's clock only measures the time since the
 * answer.
 * @param now the server's time in its answer, Unix seconds
 * @param answered_at arrival of the answer, milliseconds of this machine's clock
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
