import { useInterval } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Seconds until a moment of the server's clock; when it comes, whatever depends on it is asked for again.
 * @param at Unix seconds; null: there is no such moment
 * @param now the server's time when it answered, Unix seconds
 */
export function useTimeLeft(at: number | null, now: number): number | null {
  const client = useQueryClient();
  // This machine's own clock only measures what has gone by since the answer came.
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
    if (!over) return;
    void client.invalidateQueries({ queryKey: ['catalog'] });
    void client.invalidateQueries({ queryKey: ['price'] });
  }, [over, client]);
  return left;
}
