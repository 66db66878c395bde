import { useInterval } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Seconds until a time of the server's clock; at that time dependent queries load again.
 * @param at Unix seconds; null: no such time
 * @param now the server's time of its answer, Unix seconds
 */
export function useTimeLeft(at: number | null, now: number): number | null {
  const client = useQueryClient();
  // This machine's clock only measures the time since the answer.
  const [since, setSince] = useState(() => ({ now, here: Date.now() }));
  const [here, setHere] = useState(since.here);
  const clock = useInterval(() => setHere(Date.now()), 1000);
  useEffect(() => {
    const arrived = Date.now();
    setSince({ now, here: arrived });
    setHere(arrived);
  }, [now]);
  useEffect(() => {
    if (at === null) return undefined;
    clock.start();
    return clock.stop;
  }, [at, clock.start, clock.stop]);
  const left = at === null ? null : Math.max(0, at - since.now - Math.max(0, here - since.here) / 1000);
  const over = left === 0 && at !== null && at > now;
  useEffect(() => {
    if (over) void client.invalidateQueries();
  }, [over, client]);
  return left;
}
