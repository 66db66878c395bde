import { useInterval } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Whole seconds left of a wait that began when `seconds` was last given; 0 when it is over. */
export function useCountdown(wait: { resend_after: number } | undefined): number {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const clock = useInterval(() => setNow(Date.now()), 1000);
  useEffect(() => {
    if (wait === undefined) return;
    setNow(Date.now());
    setUntil(Date.now() + wait.resend_after * 1000);
  }, [wait]);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left > 0) clock.start();
    return clock.stop;
  }, [left > 0, clock.start, clock.stop]);
  return left;
}
